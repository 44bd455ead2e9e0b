import type { Event } from '#contract/events.ts';
import { pattern } from '#domain/draw/pattern.ts';
import { Drawing } from './drawing.tsx';

const shapes = { wide: [640, 400], square: [300, 300] } as const;

/** A track that is laid out by the event's id and name. A foreign picture would be a request to a third party. */
export function EventPicture({ event, shape = 'wide' }: { event: Event; shape?: keyof typeof shapes }) {
  const [width, height] = shapes[shape];
  return (
    <div className="pic">
      <Drawing
        name={`event-${event.id}-${shape}`}
        className="pattern"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        markup={import.meta.env.SSR && pattern(event.id, event.name, width, height)}
      />
    </div>
  );
}
