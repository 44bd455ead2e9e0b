import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SyncChange, SyncRun } from '#contract/timing.ts';
import { formatRecent } from '#domain/dates.ts';
import { formatCount } from '#domain/money.ts';
import type { Translate } from '#locales/messages.ts';
import { Bib } from '#web/parts/bib.tsx';
import { useText } from '#web/text.tsx';
import { read } from '#web/admin/ask.ts';
import { fieldNames } from './field-names.ts';
import { Loaded } from './loaded.tsx';

/** As many as stand beside the other columns of the strip. */
const FIRST = 3;

/** The first of what the last run that changed anything did; all of it is in the settings. */
export function SyncChanges({ eventId }: { eventId: number }) {
  const text = useText();
  const runs = useQuery(
    read('GET /api/sync/runs', { query: { event_id: String(eventId), changed: 'true', limit: '1' } }),
  );
  return (
    <div>
      <h3 className="sm">{text('admin.sync.changes')}</h3>
      <Loaded from={runs} failed={text('admin.sync.changesError')} waiting={<span className="bone" />}>
        {({ items: [run] }) =>
          run ? <OfRun key={run.id} run={run} /> : <p className="soft">{text('admin.sync.noChanges')}</p>
        }
      </Loaded>
    </div>
  );
}

function OfRun({ run: { id, started_at: started } }: { run: SyncRun }) {
  const text = useText();
  const changes = useQuery(
    read('GET /api/sync/runs/{id}/changes', { params: { id }, query: { limit: String(FIRST) } }),
  );
  return (
    <Loaded from={changes} failed={text('admin.sync.changesError')} waiting={<span className="bone" />}>
      {({ items, total }) => (
        <>
          <ul className="diff">
            {items.map((change) => (
              <ChangeLine key={change.participant_id} change={change} />
            ))}
          </ul>
          <Link className="more" to="/settings" search={{ run: id }}>
            {text('admin.sync.allChanges', {
              count: total,
              shown: formatCount(total),
              time: formatRecent(new Date(started)),
            })}
          </Link>
        </>
      )}
    </Loaded>
  );
}

const signs = { created: 'add', changed: 'mod', withdrawn: 'del', returned: 'add' } as const;

/** One person: came, changed, went or came back. */
export function ChangeLine({ change }: { change: SyncChange }) {
  const text = useText();
  const { kind, bib, name } = change;
  const shown = name ?? text('admin.sync.erased');
  return (
    <li className={signs[kind]}>
      <Bib bib={bib} name={shown} size="s" />
      <span>
        {shown} <span className="soft">{toldOf(change, text)}</span>
      </span>
    </li>
  );
}

const nameParts = ['first_name', 'last_name'];

function toldOf({ kind, fields }: SyncChange, text: Translate): string {
  if (kind === 'withdrawn' || kind === 'returned') return text(`admin.sync.${kind}`);
  const isName = ({ field }: SyncChange['fields'][number]) => nameParts.includes(field);
  const former = fields.filter(isName).flatMap(({ old }) => old || []);
  const others = former.length > 0 ? fields.filter((field) => !isName(field)) : fields;
  const told = [
    former.length > 0 && text('admin.sync.was', { name: former.join(' ') }),
    others.length > 0 &&
      text('admin.sync.changed', {
        fields: fieldNames(
          others.map(({ field }) => field),
          text,
        ),
      }),
  ];
  return told.filter(Boolean).join(', ');
}
