import type { Person } from '#contract/persons.ts';
import { useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { useAct } from '#web/admin/ask.ts';
import { FormDialog } from '#web/admin/parts/dialog.tsx';
import { Form, type Values } from '#web/admin/parts/form.tsx';
import { checkTyped, TypedName } from '#web/admin/parts/typed-name.tsx';
import { nameOf } from './person-name.ts';

interface ErasePersonProps {
  person: Person;
  /** `message`: the server's sentence about what was erased. */
  onErased: (message: string) => void;
  onClose: () => void;
}

/** Says before what will be gone and what stays. No address opens it: after a reload it would be about nobody. */
export function ErasePerson({ person, onErased, onClose }: ErasePersonProps) {
  const text = useText();
  const { kind, id } = person;
  const name = nameOf(person);
  const erase = useAct('DELETE /api/persons/{kind}/{id}', { shows: true });

  const send = async (values: Values) => {
    checkTyped(text, name, values);
    const { message } = await erase.mutateAsync({ params: { kind, id } });
    onErased(message);
  };
  return (
    <FormDialog title={text('admin.persons.eraseTitle', { name })} onClose={onClose}>
      <Form send={send} act={text('admin.persons.erase')} tone="bad" onClose={onClose}>
        <Alert tone="bad">
          <p>{text(`admin.persons.forgets.${kind}`)}</p>
          <p>{text('admin.persons.stays')}</p>
        </Alert>
        <TypedName name={name} />
      </Form>
    </FormDialog>
  );
}
