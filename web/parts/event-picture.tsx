import type { Event } from '#contract/events.ts';
import { paths } from '#contract/paths.ts';
import { pattern } from '#domain/draw/pattern.ts';
import { PICTURE_RATIO } from '#domain/picture.ts';
import { Drawing } from './drawing.tsx';

const shapes = {
  wide: { drawn: [640, 400], sizes: '(min-width: 56rem) 40rem, 100vw' },
  square: { drawn: [300, 300], sizes: '(min-width: 30rem) 9rem, 100vw' },
} as const;

interface EventPictureProps {
  event: Event;
  shape?: keyof typeof shapes;
  /** The picture is at the top of the page: it is fetched first. */
  first?: boolean;
}

/** The event's picture, from us; else a track that is laid out by the event's id and name. */
export function EventPicture({ event, shape = 'wide', first = false }: EventPictureProps) {
  const { drawn, sizes } = shapes[shape];
  const [width, height] = drawn;
  return (
    <div className="pic">
      {event.picture ? (
        <Photo {...event.picture} sizes={sizes} first={first} />
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

type PhotoProps = NonNullable<Event['picture']> & { sizes: string; first: boolean };

/** Beside the event's name it says nothing new, so it has no words of its own. */
function Photo({ hash, widths, sizes, first }: PhotoProps) {
  const all = (format: string) => widths.map((width) => `${paths.picture(hash, width, format)} ${width}w`).join(', ');
  const width = widths.at(-1) ?? 0;
  return (
    <picture>
      <source type="image/avif" srcSet={all('avif')} sizes={sizes} />
      <img
        src={paths.picture(hash, width, 'jpeg')}
        srcSet={all('jpeg')}
        sizes={sizes}
        width={width}
        height={Math.round(width / PICTURE_RATIO)}
        alt=""
        loading={first ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  );
}
