import { hydrateRoot } from 'react-dom/client';
import type { Boot } from '#contract/pages.ts';
import { loadTexts, partsOf } from './catalog.ts';
import { Frame } from './frame/frame.tsx';
import { open } from './routes.tsx';
import './look/favicon.svg';
import './look/look.css';

const element = (id: string) => document.getElementById(id) as HTMLElement;
const boot = JSON.parse(element('boot').textContent) as Boot;
const { language } = boot.shell;

/** Browser storage keeps a chosen language too; the page of the choice may be left too soon, then the cookie tells. */
if (new URLSearchParams(location.search).has('lng') || document.cookie.includes('language=')) rememberLanguage();

const [View, text] = await Promise.all([open(boot.page), loadTexts(partsOf(boot.page), language)]);
hydrateRoot(element('site'), <Frame boot={boot} View={View} text={text} />);

function rememberLanguage(): void {
  try {
    localStorage.setItem('language', language);
  } catch {
    // storage is refused: the cookie remembers
  }
}
