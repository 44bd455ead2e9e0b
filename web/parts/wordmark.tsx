import { wordmark } from '#domain/draw/wordmark.ts';
import { useShell } from '#web/text.tsx';
import { Drawing } from './drawing.tsx';

const drawn = import.meta.env.SSR && wordmark();

/** The brand as its logo, as our word mark, or by its name. The link around it says what it is. */
export function Wordmark() {
  const { brand } = useShell();
  if (brand.logo) return <img src={brand.logo} alt="" />;
  if (brand.name !== 'Givelap') return <b>{brand.name}</b>;
  return <Drawing name="wordmark" viewBox="0 0 145 38" aria-hidden="true" markup={drawn} />;
}
