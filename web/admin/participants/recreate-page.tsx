import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/text.tsx';
import { read } from '#web/admin/ask.ts';
import { FormDialog } from '#web/admin/parts/dialog.tsx';
import { Form } from '#web/admin/parts/form.tsx';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { useMakePage } from './page-results.tsx';

/** Asks before a page gets another link. The old one, printed or sent, goes on leading to the page. */
export function RecreatePage({ id, onClose }: { id: number; onClose: () => void }) {
  const text = useText();
  const person = useQuery(read('GET /api/participants/{id}', { params: { id } }));
  const { make } = useMakePage({ id });
  return (
    <FormDialog title={text('admin.pages.recreate')} onClose={onClose}>
      <Loaded from={person} failed={text('admin.participants.loadError')}>
        {({ name }) => (
          // `LastResult` says above the list what came of it, also what went wrong.
          <Form send={() => make(true)} act={text('admin.pages.recreateAct')} onClose={onClose}>
            <p>{text('admin.pages.recreateText', { name })}</p>
          </Form>
        )}
      </Loaded>
    </FormDialog>
  );
}
