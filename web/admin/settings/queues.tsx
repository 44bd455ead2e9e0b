import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Operation } from '#contract/health.ts';
import { formatRecent } from '#domain/dates.ts';
import { formatCount } from '#domain/money.ts';
import type { Translate } from '#locales/messages.ts';
import { useText } from '#web/text.tsx';
import { read } from '#web/admin/ask.ts';
import { DataTable, type Column } from '#web/admin/parts/data-table.tsx';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { Refresh } from '#web/admin/parts/refresh.tsx';
import { ConditionItem } from './conditions.tsx';
import { Section } from './section.tsx';

/** What the server does by itself, whether it keeps up, and why mails do not leave. */
export function Queues() {
  const text = useText();
  const operation = useQuery(read('GET /api/operation'));
  return (
    <Section name="queues" aside={<Refresh from={operation} />}>
      <p className="soft">{text('admin.queues.text')}</p>
      <Loaded from={operation} failed={text('admin.queues.loadError')}>
        {({ queues, mail_faults: faults, version }) => (
          <div className="queues">
            <DataTable
              caption={text('admin.queues.heading')}
              columns={columns(text)}
              rows={queues.map((queue) => ({ id: queue.name, ...queue }))}
            />
            {faults.length > 0 && <MailFaults faults={faults} />}
            <p className="soft">{text('admin.queues.version', { version })}</p>
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function columns(text: Translate): Column<Operation['queues'][number] & { id: string }>[] {
  return [
    { head: text('admin.queues.queue'), kind: 'name', cell: ({ name }) => text(`admin.queues.name.${name}`) },
    { head: text('admin.queues.due'), kind: 'number', cell: ({ due }) => formatCount(due) },
    {
      head: text('admin.queues.oldest'),
      cell: ({ oldest }) => (oldest ? <span className="num">{formatRecent(new Date(oldest))}</span> : '–'),
    },
    { head: text('admin.queues.later'), kind: 'number', cell: ({ waiting, due }) => formatCount(waiting - due) },
    {
      head: text('admin.queues.failed'),
      kind: 'number',
      cell: ({ failed }) => (failed === null ? '–' : formatCount(failed)),
    },
  ];
}

const states = ['failed', 'queued'] as const;

/** Each reason leads to the mails that it holds up. */
function MailFaults({ faults }: { faults: Operation['mail_faults'] }) {
  const text = useText();
  return (
    <>
      <h3>{text('admin.queues.faults')}</h3>
      <ul className="conditions">
        {faults.map((fault) => (
          <ConditionItem
            key={fault.reason}
            state={fault.failed > 0 ? 'bad' : 'warn'}
            name={states
              .filter((status) => fault[status] > 0)
              .map((status) => (
                <Link key={status} className="fault" to="/admin/emails" search={{ status }}>
                  {text(`admin.queues.mails.${status}`, { count: fault[status], shown: formatCount(fault[status]) })}
                </Link>
              ))}
            told={fault.reason}
          />
        ))}
      </ul>
    </>
  );
}
