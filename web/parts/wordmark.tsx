import { wordmark } from '#domain/draw/wordmark.ts';
import { useShell } from '#web/text.tsx';
import { Drawing } from './drawing.tsx';

const drawn = import.meta.env.SSR && wordmark();

/** The brand as our word mark, as its logo, or by its name. The link around it says what it is. */
export function Wordmark() {
  const { brand } = useShell();
  if (brand.isOurs) return <Drawing name="wordmark" viewBox="0 0 145 38" aria-hidden="true" markup={drawn} />;
  return brand.logo ? <img src={brand.logo} alt="" /> : <b>{brand.name}</b>;
}
