import type { EventCard, Loaded, Pages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { EventList } from './events/event-list.tsx';
import { ListOutline, LoadError, StarOutline } from './events/load-error.tsx';
import { Card, Star } from './home/cards.tsx';
import { Hero } from './home/hero.tsx';

export function HomePage({ featured, upcoming }: Pages['home']) {
  const text = useText();
  return (
    <>
      <Hero />
      <section className="sect wrap" aria-labelledby="featured">
        <div className="sect-head">
          <h2 id="featured">{text('home.featured')}</h2>
          <a className="more" href={paths.participants}>
            {text('home.all')} <Icon name="arrow" />
          </a>
        </div>
        {'data' in featured ? (
          <Featured events={featured.data} />
        ) : (
          <LoadError error={featured.error} outline={<StarOutline />} />
        )}
      </section>
      <section className="sect wrap" aria-labelledby="upcoming">
        <div className="sect-head">
          <h2 id="upcoming">{text('home.upcoming')}</h2>
        </div>
        <Upcoming upcoming={upcoming} />
      </section>
      <HowItWorks />
    </>
  );
}

function Featured({ events: [first, ...others] }: { events: EventCard[] }) {
  const text = useText();
  if (!first) return <Empty title={text('home.featuredEmpty')} text={text('home.featuredEmptyHint')} />;
  return (
    <>
      <Star event={first} />
      {others.length > 0 && (
        <div className="evs">
          {others.map((event) => (
            <Card key={event.id} event={event} />
          ))}
        </div>
      )}
    </>
  );
}

function Upcoming({ upcoming }: { upcoming: Loaded<EventCard[]> }) {
  const text = useText();
  if ('error' in upcoming) return <LoadError error={upcoming.error} outline={<ListOutline />} />;
  if (upcoming.data.length === 0) return <p className="soft">{text('home.upcomingEmpty')}</p>;
  return <EventList events={upcoming.data} buttons />;
}

const steps = [
  { title: 'home.find', text: 'home.findText' },
  { title: 'home.promise', text: 'home.promiseText' },
  { title: 'home.cheer', text: 'home.cheerText' },
] as const;

function HowItWorks() {
  const text = useText();
  return (
    <section className="sect wrap" aria-labelledby="how">
      <div className="sect-head">
        <h2 id="how">{text('home.how')}</h2>
      </div>
      <ol className="how">
        {steps.map((step) => (
          <li key={step.title}>
            <h3>{text(step.title)}</h3>
            <p className="soft">{text(step.text)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
