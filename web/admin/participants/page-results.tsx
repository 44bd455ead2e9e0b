import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import type { Participant } from '#contract/participants.ts';
import type { TextKey, Translate } from '#locales/messages.ts';
import type { ApiError } from '#web/api.ts';
import { useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { useAct } from '#web/admin/ask.ts';

interface PageResult {
  /** The participant whose page it is; null: all pages of an event. */
  of: number | null;
  tone: 'good' | 'bad';
  text: string;
  /** What else should be known, or can be done about it. */
  note?: string | undefined;
  link?: string;
  /** The text as the participant's row has room for it. */
  short?: string;
}

const Results = createContext<{ results: PageResult[]; tell: (result: PageResult) => void }>({
  results: [],
  tell: () => undefined,
});

/** Remembers what came of payment pages for as long as their list is open. */
export function PageResults({ children }: { children: ReactNode }) {
  const [results, setResults] = useState<PageResult[]>([]);
  const tell = (result: PageResult) => setResults((before) => [...before, result]);
  return <Results value={{ results, tell }}>{children}</Results>;
}

/** What came of the last press, above the list. */
export function LastResult() {
  const { results } = use(Results);
  const last = results.at(-1);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed may be gone, and the focus with it.
    if (last && document.activeElement === document.body) place.current?.focus();
  }, [last]);
  return (
    <div ref={place} role="status" tabIndex={-1}>
      {last && (
        <Alert tone={last.tone}>
          <p>{last.text}</p>
          {last.note && <p>{last.note}</p>}
          {last.link && (
            <p>
              <a href={last.link}>{last.link}</a>
            </p>
          )}
        </Alert>
      )}
    </div>
  );
}

export const useResultOf = ({ id }: Participant) => use(Results).results.findLast(({ of }) => of === id);

/** Makes the page of a participant, or a new one in place of it. */
export function useMakePage({ id }: Pick<Participant, 'id'>) {
  const text = useText();
  const { tell } = use(Results);
  const act = useAct('POST /api/payrexx/create-payment-page', { shows: true });
  const make = (forceRecreate: boolean) =>
    act.mutateAsync({ body: { participantId: String(id), forceRecreate } }).then(
      ({ code, message, link }) =>
        tell({ of: id, tone: 'good', text: message, link, short: text(`admin.pages.done.${code}`) }),
      (failure: ApiError) => tell({ of: id, ...wentWrong(failure, 'admin.pages.tryLater', text) }),
    );
  return { make, isBusy: act.isPending };
}

export function useMailPage({ id, name, email }: Participant) {
  const text = useText();
  const { tell } = use(Results);
  const act = useAct('POST /api/payrexx/resend-email', { shows: true });
  const mail = () =>
    act.mutateAsync({ body: { participantId: String(id) } }).then(
      ({ message }) =>
        tell({
          of: id,
          tone: 'good',
          text: message,
          note: `${name}, ${email}`,
          short: text('admin.pages.done.mailed'),
        }),
      (failure: ApiError) => tell({ of: id, ...wentWrong(failure, 'admin.pages.mailAway', text) }),
    );
  return { mail, isBusy: act.isPending };
}

export function useMakeMissing(eventId: number) {
  const text = useText();
  const { tell } = use(Results);
  const act = useAct('POST /api/payrexx/sync-event-payment-pages/{eventId}', { shows: true });
  const make = () =>
    act.mutateAsync({ params: { eventId } }).then(
      ({ message }) => tell({ of: null, tone: 'good', text: message }),
      (failure: ApiError) => tell({ of: null, ...wentWrong(failure, 'admin.pages.tryLater', text) }),
    );
  return { make, isBusy: act.isPending };
}

/** Says what the server said, where it said anything; a fault that may pass by itself is worth another try. */
function wentWrong({ status, text: said }: ApiError, note: TextKey, text: Translate) {
  const mayPass = status === 0 || status >= 500;
  const unsaid = status === 0 ? text('error.unreachable') : text('admin.pages.httpError', { status });
  return {
    tone: 'bad' as const,
    text: said ?? unsaid,
    note: mayPass ? text(note) : undefined,
    short: text('admin.pages.failed', { status }),
  };
}
