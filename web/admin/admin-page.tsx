import type { Pages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { useShell, useText } from '#web/text.tsx';
import { Activities } from './activities.tsx';
import './admin.css';
import { Events } from './events.tsx';

export function AdminPage({ events, activities }: Pages['admin']) {
  const text = useText();
  const { staff } = useShell();
  return (
    <>
      <div className="wrap admin-top">
        <h1>{text('admin.greeting', { name: staff?.name ?? '' })}</h1>
        <a className="btn btn-line" href={paths.signOut}>
          {text('site.signOut')}
        </a>
      </div>
      <div className="wrap">
        <section className="sect" aria-labelledby="events">
          <h2 id="events">{text('admin.events')}</h2>
          <Events events={events} />
        </section>
        <section className="sect" aria-labelledby="activities">
          <h2 id="activities">{text('admin.activities')}</h2>
          <Activities activities={activities} />
        </section>
      </div>
    </>
  );
}
