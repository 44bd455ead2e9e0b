import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Service } from '#contract/health.ts';
import { useText } from '#web/text.tsx';
import { read } from '#web/admin/ask.ts';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { Refresh } from '#web/admin/parts/refresh.tsx';
import { useIsAdmin } from '#web/admin/staff.ts';
import { ConditionItem } from './conditions.tsx';
import { Section } from './section.tsx';

/** How the services behind us are; of timing, each event. */
export function Services() {
  const text = useText();
  const services = useQuery(read('GET /api/services'));
  return (
    <Section name="services" aside={<Refresh from={services}>{text('admin.services.check')}</Refresh>}>
      <Loaded from={services} failed={text('admin.services.loadError')}>
        {(all) => (
          <ul className="conditions">
            {all.map(({ name, state, text: told, since, events = [] }) => (
              <ConditionItem
                key={name}
                state={state}
                name={text(`admin.services.name.${name}`)}
                told={told}
                since={since}
              >
                {events.length > 0 && <TimingEvents events={events} />}
              </ConditionItem>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

/** Each event leads admins to its form, where the address of timing stands, and viewers to its list. */
function TimingEvents({ events }: { events: NonNullable<Service['events']> }) {
  const isAdmin = useIsAdmin();
  return (
    <ul className="conditions">
      {events.map(({ id, name, state, text: told, since }) => (
        <ConditionItem
          key={id}
          state={state}
          name={
            isAdmin ? (
              <Link to="/admin/events" search={{ edit: id }}>
                {name}
              </Link>
            ) : (
              <Link to="/admin/participants" search={{ event: id }}>
                {name}
              </Link>
            )
          }
          told={told}
          since={since}
        />
      ))}
    </ul>
  );
}
