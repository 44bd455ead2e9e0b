import { paths } from '#contract/paths.ts';
import { hero } from '#domain/draw/hero.ts';
import { Drawing } from '#web/parts/drawing.tsx';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Drawn once: it is the same for everybody. */
const track = import.meta.env.SSR && hero();

/** The words stand in the infield of a track. */
export function Hero() {
  const text = useText();
  return (
    <section className="hero" aria-labelledby="heading">
      <div className="wrap hero-text">
        <h1 id="heading">{text('home.heading')}</h1>
        <p className="lead">{text('home.lead')}</p>
        <a className="btn btn-give" href={paths.participants}>
          {text('home.start')} <Icon name="arrow" />
        </a>
      </div>
      <Drawing
        name="hero"
        viewBox="0 0 1600 640"
        preserveAspectRatio="xMaxYMin slice"
        aria-hidden="true"
        markup={track}
      />
    </section>
  );
}
