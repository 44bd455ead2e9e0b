import { useEffect, useState, type ComponentType } from 'react';
import type { Pages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { useText } from '#web/text.tsx';
import { Broken } from './parts/broken.tsx';
import { Skeleton } from './parts/skeleton.tsx';
import { TabList } from './tabs.tsx';
import './look/admin.css';
import './look/pieces.css';

// Asked for beside everything else, and never on the server: there is nothing to be found in it.
const area = import.meta.env.SSR ? null : import('./area.tsx');

/** The place where the admin area will stand, until its code is there; what a release replaced never comes. */
export function AdminPage({ tab }: Pages['admin']) {
  const text = useText();
  const [Area, setArea] = useState<ComponentType | null>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    area?.then(
      (loaded) => setArea(() => loaded.Area),
      () => setLost(true),
    );
  }, []);
  if (Area) return <Area />;
  return (
    <>
      <div className="wrap admin-top">
        <h1>{text(`admin.tab.${tab}`)}</h1>
      </div>
      <TabList
        renderLink={(one, name) => (
          <a href={paths.adminTab(one)} aria-current={one === tab ? 'page' : undefined}>
            {name}
          </a>
        )}
      />
      <div className="wrap">{isLost ? <Broken /> : <Skeleton />}</div>
    </>
  );
}
