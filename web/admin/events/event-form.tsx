import type { Event } from '#contract/events.ts';
import { languageNames, languages } from '#domain/language.ts';
import { namesShown } from '#domain/names.ts';
import type { ApiError, Given } from '#web/api.ts';
import { useText } from '#web/text.tsx';
import { AmountField, CheckField, Form, Framed, SelectField, TextField, type Values } from '#web/admin/parts/form.tsx';

type Body = Given<'POST /api/events'>['body'];

interface EventFormProps {
  /** Null for a new one. */
  event: Event | null;
  act: string;
  /** Throws an `ApiError` when it was not taken. */
  send: (body: Body) => Promise<unknown>;
  onClose: () => void;
}

export function EventForm({ event, act, send, onClose }: EventFormProps) {
  const taken = (values: Values) =>
    send(values as unknown as Body).then(
      () => (onClose(), null),
      (failure: ApiError) => failure,
    );
  return (
    <Form send={taken} act={act} onCancel={onClose}>
      <Facts event={event} />
      <Gifts event={event} />
      <Pledges event={event} />
      <Publicity event={event} />
      <Organiser event={event} />
    </Form>
  );
}

interface PartProps {
  event: Event | null;
}

function Facts({ event }: PartProps) {
  const text = useText();
  return (
    <fieldset className="grp">
      <legend className="legend">{text('admin.event')}</legend>
      <div className="two">
        <TextField name="name" label={text('admin.name')} defaultValue={event?.name} required />
        <SelectField
          name="is_active"
          label={text('admin.status')}
          value={(event?.is_active ?? true) ? 'true' : ''}
          options={[
            { value: 'true', name: text('event.active') },
            { value: '', name: text('event.inactive') },
          ]}
        />
      </div>
      <Framed
        name="rr_simple_ip"
        label={text('admin.event.simpleIp')}
        hint={text('admin.event.simpleIpHint')}
        render={(ties) => (
          <textarea
            className="input"
            rows={2}
            spellCheck="false"
            required
            defaultValue={event?.rr_simple_ip}
            {...ties}
          />
        )}
      />
      <div className="two">
        <TextField
          name="event_date"
          label={text('admin.date')}
          type="date"
          defaultValue={event?.event_date ?? ''}
          optional
        />
        <TextField name="place" label={text('admin.event.place')} defaultValue={event?.place ?? ''} optional />
      </div>
      <TextField
        name="purpose"
        label={text('admin.event.purpose')}
        hint={text('admin.event.purposeHint')}
        defaultValue={event?.purpose ?? ''}
        optional
      />
      <div className="two">
        <Link name="emm_onreg_link" label={text('admin.event.registration')} value={event?.emm_onreg_link} />
        <Link name="ranking_hub_link" label={text('admin.event.ranking')} value={event?.ranking_hub_link} />
      </div>
      <Link
        name="image_url"
        label={text('admin.event.image')}
        hint={text('admin.event.imageHint')}
        value={event?.image_url}
      />
      <TextField
        name="rr_columns"
        label={text('admin.event.columns')}
        hint={text('admin.event.columnsHint')}
        defaultValue={event?.rr_columns ?? ''}
        spellCheck="false"
        optional
      />
    </fieldset>
  );
}

interface LinkProps {
  name: string;
  label: string;
  hint?: string;
  value: string | null | undefined;
}

const Link = ({ value, ...field }: LinkProps) => (
  <TextField {...field} defaultValue={value ?? ''} inputMode="url" spellCheck="false" optional />
);

function Gifts({ event }: PartProps) {
  const text = useText();
  return (
    <fieldset className="grp">
      <legend className="legend">{text('admin.event.gifts')}</legend>
      <CheckField
        name="donation_link"
        label={text('admin.event.takeGifts')}
        checked={event?.donation_link === 'true'}
      />
      <CheckField
        name="show_donation_total"
        label={text('admin.event.showGifts')}
        checked={event?.show_donation_total === 'true'}
      />
      <CheckField
        name="mail_participants"
        label={text('admin.event.mailParticipants')}
        checked={event?.mail_participants === 'true'}
      />
      <div className="two">
        <TextField
          name="payrexx_instance"
          label={text('admin.event.instance')}
          defaultValue={event?.payrexx_instance ?? ''}
          spellCheck="false"
          optional
        />
        <Goal name="donation_goal" value={event?.donation_goal} />
      </div>
      <AmountField
        name="donation_total_goal"
        label={text('admin.event.totalGoal')}
        hint={text('admin.event.noGoal')}
        defaultValue={event?.donation_total_goal ?? ''}
      />
    </fieldset>
  );
}

function Pledges({ event }: PartProps) {
  const text = useText();
  return (
    <fieldset className="grp">
      <legend className="legend">{text('admin.event.pledges')}</legend>
      <CheckField
        name="donation_per_unit"
        label={text('admin.event.takePledges')}
        checked={event?.donation_per_unit === 'true'}
      />
      <CheckField
        name="show_donation_per_unit_total"
        label={text('admin.event.showPledges')}
        checked={(event?.show_donation_per_unit_total ?? 'true') === 'true'}
      />
      <div className="two">
        <TextField
          name="donation_unit_description"
          label={text('admin.event.unit')}
          hint={text('admin.event.unitHint')}
          defaultValue={event?.donation_unit_description ?? ''}
        />
        <Goal name="donation_per_unit_goal" value={event?.donation_per_unit_goal} />
      </div>
      <TextField
        name="expected_units"
        label={text('admin.event.expected')}
        hint={text('admin.event.expectedHint')}
        defaultValue={event?.expected_units ?? ''}
        inputMode="numeric"
        optional
      />
    </fieldset>
  );
}

function Goal({ name, value }: { name: string; value: string | null | undefined }) {
  const text = useText();
  return (
    <AmountField
      name={name}
      label={text('admin.event.goal')}
      hint={text('admin.event.noGoal')}
      defaultValue={value ?? ''}
    />
  );
}

function Publicity({ event }: PartProps) {
  const text = useText();
  return (
    <fieldset className="grp">
      <legend className="legend">{text('admin.event.publicity')}</legend>
      <div className="two">
        <SelectField
          name="names_shown"
          label={text('admin.event.names')}
          hint={text('admin.event.namesHint')}
          value={event?.names_shown ?? 'full'}
          options={namesShown.map((value) => ({ value, name: text(`admin.namesShown.${value}`) }))}
        />
        <SelectField
          name="language"
          label={text('admin.event.language')}
          value={event?.language ?? 'de'}
          options={languages.map((value) => ({ value, name: languageNames[value] }))}
        />
      </div>
      <CheckField name="indexable" label={text('admin.event.indexable')} checked={event?.indexable === 'true'} />
    </fieldset>
  );
}

const address = ['street', 'house_no', 'zip', 'city', 'country'] as const;

function Organiser({ event }: PartProps) {
  const text = useText();
  return (
    <details className="extra">
      <summary>{text('admin.event.organiser')}</summary>
      <fieldset className="grp">
        <legend className="vh">{text('admin.event.organiser')}</legend>
        <p className="soft">{text('admin.event.organiserHint')}</p>
        <TextField
          name="organiser_name"
          label={text('admin.name')}
          defaultValue={event?.organiser_name ?? ''}
          optional
        />
        <div className="two">
          {address.map((part) => (
            <TextField
              key={part}
              name={`organiser_${part}`}
              label={text(`admin.address.${part}`)}
              defaultValue={event?.[`organiser_${part}`] ?? ''}
              optional
            />
          ))}
          <TextField
            name="organiser_email"
            label={text('admin.email')}
            type="email"
            defaultValue={event?.organiser_email ?? ''}
            optional
          />
        </div>
        <div className="two">
          <Link name="organiser_website" label={text('admin.event.website')} value={event?.organiser_website} />
          <Link name="organiser_privacy_url" label={text('admin.event.privacy')} value={event?.organiser_privacy_url} />
        </div>
      </fieldset>
    </details>
  );
}
