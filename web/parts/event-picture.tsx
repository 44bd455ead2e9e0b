import type { Event } from '#contract/events.ts';
import { pattern } from '#web/draw/pattern.ts';
import { Drawing } from './drawing.tsx';

const shapes = { wide: [640, 400], square: [300, 300] } as const;

/** The event's picture, or a track that is laid out by its id and name. */
export function EventPicture({ event, shape = 'wide' }: { event: Event; shape?: keyof typeof shapes }) {
  const [width, height] = shapes[shape];
  return (
    <div className="pic">
      {event.image_url ? (
        <img src={event.image_url} alt="" width={width} height={height} />
      ) : (
        <Drawing
          name={`event-${event.id}-${shape}`}
          className="pattern"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="xMidYMid slice"
          aria-hidden="true"
          markup={import.meta.env.SSR && pattern(event.id, event.name, width, height)}
        />
      )}
    </div>
  );
}
