import { useText } from '#web/text.tsx';
import { oneOf, optional, rows, whole, type Search } from '#web/admin/search.ts';
import { ConfigCheck } from './config-check.tsx';
import { Persons } from './persons.tsx';
import { Queues } from './queues.tsx';
import { sections } from './section.tsx';
import { Services } from './services.tsx';
import { SyncPanel } from './sync-panel.tsx';
import { changeKinds } from './sync-run.tsx';
import '#web/admin/look/settings.css';

export const settingsSearch = (search: Search) => {
  const { page, size } = rows(search);
  return optional({
    page,
    size,
    event: whole(search.event),
    run: whole(search.run),
    kind: oneOf(changeKinds, search.kind),
  });
};

export function Settings() {
  const text = useText();
  return (
    <>
      <nav className="contents" aria-label={text('admin.sections')}>
        <ul>
          {Object.entries(sections).map(([name, heading]) => (
            <li key={name}>
              <a href={`#${name}`}>{text(heading)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <SyncPanel />
      <Services />
      <Queues />
      <ConfigCheck />
      <Persons />
    </>
  );
}
