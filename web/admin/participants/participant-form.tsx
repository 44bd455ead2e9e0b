import { useState } from 'react';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { namesShown } from '#domain/names.ts';
import { MESSAGE_MAX } from '#domain/pledge.ts';
import type { Given } from '#web/api.ts';
import { useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Form, FramedField, SelectField, TextField, type Values } from '#web/admin/parts/form.tsx';
import { fieldNames } from '#web/admin/parts/field-names.ts';
import { useIsAdmin } from '#web/admin/staff.ts';

export type Addition = Given<'POST /api/events/{id}/participants'>['body'];
export type Change = Given<'PUT /api/participants/{id}'>['body'];

interface FormProps<Body> {
  /** Throws an `ApiError` when it was not taken. */
  send: (body: Body) => Promise<unknown>;
  onClose: () => void;
}

export function AddForm({ send, onClose }: FormProps<Addition>) {
  const text = useText();
  return (
    <Form send={(values) => send(values as unknown as Addition)} act={text('admin.participants.add')} onClose={onClose}>
      <TextField name="name" label={text('admin.field.name')} hint={text('admin.participants.nameHint')} required />
      <div className="two">
        <TextField name="email" label={text('admin.field.email')} type="email" required />
        <Status value="registered" among={['registered', 'pending', 'withdrawn']} />
      </div>
      <Facts />
    </Form>
  );
}

interface EditFormProps extends FormProps<Change> {
  person: Participant;
  event: Event;
}

export function EditForm({ person, event, send, onClose }: EditFormProps) {
  const text = useText();
  const note = useHandNote(person);
  const [before] = useState(() => valuesOf(person));
  return (
    <Form send={(_, changes) => send(changes)} act={text('admin.save')} onClose={onClose}>
      {note && (
        <Alert>
          <p>{note}</p>
        </Alert>
      )}
      <div className="two">
        <TextField name="first_name" label={text('admin.field.first_name')} defaultValue={before.first_name} optional />
        <TextField name="last_name" label={text('admin.field.last_name')} defaultValue={before.last_name} required />
      </div>
      <div className="two">
        <TextField name="email" label={text('admin.field.email')} type="email" defaultValue={before.email} optional />
        <Status
          value={person.status}
          among={person.by_hand ? ['registered', 'pending', 'withdrawn'] : ['registered', 'withdrawn']}
        />
      </div>
      <Facts before={before} />
      <Message value={before.motivational_message} />
      <SelectField
        name="names_shown"
        label={text('admin.field.names_shown')}
        value={before.names_shown ?? ''}
        options={[
          {
            value: '',
            name: text('admin.participants.asEvent', { rule: text(`admin.namesShown.${event.names_shown}`) }),
          },
          ...namesShown.map((rule) => ({ value: rule, name: text(`admin.namesShown.${rule}`) })),
        ]}
      />
    </Form>
  );
}

/** What is known of somebody, by the names of the form's fields. */
function valuesOf(person: Participant): Values {
  const { first_name, last_name, email, bib, category, year_of_birth, club, country, status } = person;
  const { names_shown, motivational_message } = person;
  const values = { first_name, last_name, email, bib, category, club, country, status, names_shown };
  const all = { ...values, birth_year: year_of_birth, motivational_message };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value ?? '')]));
}

/** Which fields of somebody no sync changes any more, or that a change here would make it so. */
function useHandNote({ by_hand: byHand, pinned = [] }: Participant): string | false {
  const text = useText();
  const isAdmin = useIsAdmin();
  if (byHand) return text('admin.participants.isByHand');
  if (pinned.length > 0) return text('admin.participants.pinned', { fields: fieldNames(pinned, text) });
  return isAdmin && text('admin.participants.willPin');
}

function Status({ value, among }: { value: Participant['status']; among: Participant['status'][] }) {
  const text = useText();
  return (
    <SelectField
      name="status"
      label={text('admin.field.status')}
      value={value}
      options={among.map((status) => ({ value: status, name: text(`admin.participants.is.${status}`) }))}
    />
  );
}

/** Fields that most people fill and nobody must. */
function Facts({ before = {} }: { before?: Values }) {
  const text = useText();
  const field = (name: 'bib' | 'category' | 'birth_year' | 'club' | 'country') => ({
    name,
    label: text(`admin.field.${name}`),
    defaultValue: before[name],
    optional: true,
  });
  return (
    <>
      <div className="two">
        <TextField {...field('bib')} inputMode="numeric" />
        <TextField {...field('category')} />
      </div>
      <div className="two">
        <TextField {...field('birth_year')} inputMode="numeric" />
        <TextField {...field('club')} />
      </div>
      <div className="two">
        <TextField {...field('country')} />
      </div>
    </>
  );
}

function Message({ value = '' }: { value: string | undefined }) {
  const text = useText();
  const [count, setCount] = useState([...value].length);
  return (
    <FramedField
      name="motivational_message"
      label={text('admin.field.motivational_message')}
      hint={text('admin.participants.messageHint')}
      optional
      render={(ties) => (
        <>
          <textarea
            className="input"
            rows={3}
            defaultValue={value}
            onInput={({ currentTarget }) => setCount([...currentTarget.value.trim()].length)}
            {...ties}
          />
          <p className={count > MESSAGE_MAX ? 'err num' : 'hint num'}>
            {text('participants.messageLength', { count, max: MESSAGE_MAX })}
          </p>
        </>
      )}
    />
  );
}
