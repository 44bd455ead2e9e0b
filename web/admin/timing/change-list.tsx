import type { SyncChange } from '#contract/timing.ts';
import type { NamesShown } from '#domain/names.ts';
import type { Translate } from '#locales/messages.ts';
import { Bib } from '#web/parts/bib.tsx';
import { useText } from '#web/text.tsx';
import { fieldNames } from '#web/admin/parts/field-names.ts';

const signs = { created: 'add', changed: 'mod', withdrawn: 'del', returned: 'add' } as const;

/** What a run did to whom: + new or back, · changed, – gone. */
export function ChangeList({ changes }: { changes: SyncChange[] }) {
  const text = useText();
  return (
    <ul className="diff">
      {changes.map(({ participant_id: id, kind, name, bib, fields }) => (
        <li key={id} className={signs[kind]}>
          <Bib bib={bib} name={name ?? text('admin.sync.erased')} size="s" />
          <span>
            {name ?? text('admin.sync.erased')}{' '}
            <span className="soft">
              {[
                kind !== 'changed' && text(`admin.sync.${kind}`),
                name !== null && formerName(text, name, fields),
                ...fields.filter(({ field }) => !isName(field)).map((change) => inWords(text, change)),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

type Field = SyncChange['fields'][number];

const isName = (field: string) => field === 'first_name' || field === 'last_name';

/** «hiess Jonas Muller»: the name as it is, with the parts that it had before. */
function formerName(text: Translate, name: string, fields: Field[]): string | null {
  const [first, last] = ['first_name', 'last_name'].map((part) => fields.find(({ field }) => field === part));
  if (!first && !last) return null;
  let former = name;
  if (first && former.startsWith(String(first.new))) former = `${first.old}${former.slice(String(first.new).length)}`;
  if (last && former.endsWith(String(last.new))) {
    former = `${former.slice(0, former.length - String(last.new).length)}${last.old}`;
  }
  return former === name ? null : text('admin.sync.was', { name: former.trim() });
}

function inWords(text: Translate, { field, old, new: now }: Field): string {
  const told = (value: Field['old']) =>
    value === null || value === ''
      ? text('admin.sync.nothing')
      : field === 'names_shown'
        ? text(`admin.namesShown.${value as NamesShown}`)
        : value;
  return text('admin.sync.change', { field: fieldNames([field], text), old: told(old), now: told(now) });
}
