import type { LoggedMail } from '#contract/mails.ts';
import { formatRecent } from '#domain/dates.ts';
import type { Translate } from '#locales/messages.ts';
import { useText } from '#web/text.tsx';
import { Chip, type Tone } from '#web/ui/chip.tsx';
import { useAct } from '#web/admin/ask.ts';
import { ActButton } from '#web/admin/parts/act-button.tsx';
import { called } from '#web/admin/parts/called.ts';
import { DataTable, type Column } from '#web/admin/parts/data-table.tsx';
import { useIsAdmin } from '#web/admin/staff.ts';

export function MailTable({ mails }: { mails: LoggedMail[] }) {
  const text = useText();
  const isAdmin = useIsAdmin();
  return (
    <DataTable
      caption={text('admin.tab.emails')}
      columns={isAdmin ? [...columns(text), action(text)] : columns(text)}
      rows={mails}
    />
  );
}

function columns(text: Translate): Column<LoggedMail>[] {
  return [
    {
      head: text('admin.time'),
      kind: 'name',
      cell: ({ created_at: at }) => <span className="num">{formatRecent(new Date(at))}</span>,
    },
    {
      head: text('admin.mails.recipient'),
      cell: ({ recipient }) => recipient ?? <span className="soft">{text('admin.erased')}</span>,
    },
    { head: text('admin.mails.subject'), cell: ({ subject }) => subject },
    {
      head: text('admin.mails.kind'),
      cell: ({ type, resend_of: first }) => (
        <span className="noted">
          {text(`admin.mails.kind.${type}`)}
          {first !== null && <span className="soft">{text('admin.mails.repeated')}</span>}
        </span>
      ),
    },
    { head: text('admin.status'), cell: (mail) => <State mail={mail} /> },
  ];
}

function action(text: Translate): Column<LoggedMail> {
  return { head: text('admin.actions'), kind: 'action', cell: (mail) => <Resend {...mail} /> };
}

const tones: Record<LoggedMail['status'], Tone> = { sent: 'good', failed: 'bad', queued: 'pending' };

/** The state of a mail; below it what went wrong, and when it is tried next. */
function State({ mail: { status, error, next_try: next } }: { mail: LoggedMail }) {
  const text = useText();
  return (
    <span className="noted">
      <Chip tone={tones[status]}>{text(`admin.mails.state.${status}`)}</Chip>
      {error && <span className="soft">{error}</span>}
      {next && <span className="soft">{text('admin.mails.nextTry', { time: formatRecent(new Date(next)) })}</span>}
    </span>
  );
}

/** The button of a failed mail has words: that row wants somebody. Who was erased gets no mail any more. */
function Resend({ id, recipient, status }: LoggedMail) {
  const text = useText();
  const resend = useAct('POST /api/email-logs/{id}/resend', {
    said: () => text('admin.mails.resent', { recipient: recipient ?? '' }),
  });
  if (recipient === null) return null;
  const hasFailed = status === 'failed';
  return (
    <ActButton
      className={hasFailed ? 'btn btn-line' : 'btn btn-line btn-icon'}
      isBusy={resend.isPending}
      icon={hasFailed ? undefined : 'mail'}
      onPress={() => resend.mutate({ params: { id } })}
      {...called(text(hasFailed ? 'admin.mails.retryTo' : 'admin.mails.resendTo', { recipient }))}
    >
      {hasFailed && text('site.retry')}
    </ActButton>
  );
}
