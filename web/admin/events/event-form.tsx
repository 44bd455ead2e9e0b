import { createContext, use, useState, type ReactNode } from 'react';
import type { Event } from '#contract/events.ts';
import { languageNames, languages } from '#domain/language.ts';
import { figures, wireMoney } from '#domain/money.ts';
import { namesShown } from '#domain/names.ts';
import {
  AmountField,
  CheckField,
  Form,
  FramedField,
  SelectField,
  TextField,
  type FormProps,
} from '#web/admin/parts/form.tsx';
import type { FieldProps } from '#web/parts/field.tsx';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** What the fields begin with; null for a new event. */
const Before = createContext<Event | null>(null);

interface EventFormProps extends Omit<FormProps, 'children'> {
  event: Event | null;
}

export function EventForm({ event, ...form }: EventFormProps) {
  // An answer that comes meanwhile must not change the fields under somebody's hands.
  const [before] = useState(event);
  return (
    <Before value={before}>
      <Form {...form}>
        <Facts />
        <Gifts />
        <Pledges />
        <Publicity />
        <Organiser />
      </Form>
    </Before>
  );
}

/** Fields of an event whose value an input can hold. */
type Name = { [K in keyof Event]-?: Event[K] extends string | number | null | undefined ? K : never }[keyof Event];

interface NamedProps extends Omit<FieldProps, 'id' | 'error' | 'defaultValue'> {
  name: Name;
}

const Text = ({ name, ...field }: NamedProps) => (
  <TextField name={name} defaultValue={use(Before)?.[name] ?? ''} optional={!field.required} {...field} />
);

const Link = (field: NamedProps) => <Text {...field} inputMode="url" spellCheck="false" />;

interface GoalProps {
  name: 'donation_goal' | 'donation_total_goal' | 'donation_per_unit_goal';
  label: string;
}

function Goal({ name, label }: GoalProps) {
  const text = useText();
  const before = use(Before)?.[name];
  return (
    <AmountField
      name={name}
      label={label}
      hint={text('admin.event.noGoal')}
      defaultValue={before ? figures(wireMoney(before)) : ''}
    />
  );
}

interface CheckProps {
  name: Name;
  label: string;
  /** How the box of a new event begins. */
  usual?: boolean;
}

const Check = ({ name, label, usual = false }: CheckProps) => {
  const event = use(Before);
  return <CheckField name={name} label={label} checked={event ? event[name] === 'true' : usual} />;
};

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grp">
      <legend className="legend">{title}</legend>
      {children}
    </fieldset>
  );
}

function Facts() {
  const text = useText();
  const event = use(Before);
  return (
    <Part title={text('admin.event')}>
      <div className="two">
        <Text name="name" label={text('admin.name')} required />
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
      <FramedField
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
        <Text name="event_date" label={text('admin.date')} type="date" />
        <Text name="place" label={text('admin.event.place')} />
      </div>
      <Text name="purpose" label={text('admin.event.purpose')} hint={text('admin.event.purposeHint')} />
      <div className="two">
        <Link name="emm_onreg_link" label={text('admin.event.registration')} />
        <Link name="ranking_hub_link" label={text('admin.event.ranking')} />
      </div>
      <Link name="image_url" label={text('admin.event.image')} hint={text('admin.event.imageHint')} />
      <FramedField
        name="rr_columns"
        label={text('admin.event.columns')}
        hint={`${text('admin.event.columnsHint')} ${text('admin.event.columnsParted')}`}
        optional
        render={(ties) => (
          <textarea className="input" rows={3} spellCheck="false" defaultValue={event?.rr_columns ?? ''} {...ties} />
        )}
      />
    </Part>
  );
}

function Gifts() {
  const text = useText();
  return (
    <Part title={text('admin.event.gifts')}>
      <Check name="donation_link" label={text('admin.event.takeGifts')} />
      <Check name="show_donation_total" label={text('admin.event.showGifts')} />
      <Check name="mail_participants" label={text('admin.event.mailParticipants')} />
      <div className="two">
        <Text name="payrexx_instance" label={text('admin.event.instance')} spellCheck="false" />
        <Goal name="donation_goal" label={text('admin.event.goal')} />
      </div>
      <Goal name="donation_total_goal" label={text('admin.event.totalGoal')} />
    </Part>
  );
}

function Pledges() {
  const text = useText();
  return (
    <Part title={text('admin.event.pledges')}>
      <Check name="donation_per_unit" label={text('admin.event.takePledges')} />
      <Check name="show_donation_per_unit_total" label={text('admin.event.showPledges')} usual />
      <div className="two">
        <Text
          name="donation_unit_description"
          label={text('admin.event.unit')}
          hint={text('admin.event.unitHint')}
          optional={false}
        />
        <Goal name="donation_per_unit_goal" label={text('admin.event.goal')} />
      </div>
      <Text
        name="expected_units"
        label={text('admin.event.expected')}
        hint={text('admin.event.expectedHint')}
        inputMode="numeric"
      />
    </Part>
  );
}

function Publicity() {
  const text = useText();
  const event = use(Before);
  return (
    <Part title={text('admin.event.publicity')}>
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
      <Check name="indexable" label={text('admin.event.indexable')} />
    </Part>
  );
}

function Organiser() {
  const text = useText();
  return (
    <details className="extra">
      <summary>
        <span>{text('admin.event.organiser')}</span>
        <Icon name="chevron" />
      </summary>
      <div>
        <p className="soft">{text('admin.event.organiserHint')}</p>
        <Text name="organiser_name" label={text('admin.name')} />
        <div className="two">
          <Text name="organiser_street" label={text('admin.address.street')} />
          <Text name="organiser_house_no" label={text('admin.address.house_no')} />
        </div>
        <div className="two">
          <Text name="organiser_zip" label={text('admin.address.zip')} />
          <Text name="organiser_city" label={text('admin.address.city')} />
        </div>
        <div className="two">
          <Text name="organiser_country" label={text('admin.address.country')} />
          <Text name="organiser_email" label={text('admin.email')} type="email" />
        </div>
        <div className="two">
          <Link name="organiser_website" label={text('admin.event.website')} />
          <Link name="organiser_privacy_url" label={text('admin.event.privacy')} />
        </div>
      </div>
    </details>
  );
}
