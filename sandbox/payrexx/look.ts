import { figures, rappenOf } from '#domain/money.ts';
import { html } from '../html.ts';
import type { Markup } from '../html.ts';
import { styled, writePage } from '../page.ts';

interface Page {
  readonly language: string;
  readonly title: string;
  readonly content: Markup;
  /** `wide`: tables; else one narrow card. */
  readonly wide?: boolean;
}

/** `CHF 50.00`, with a no-break space. */
export function money(amount: number, currency: string): string {
  return `${currency}\u00A0${figures(rappenOf(amount))}`;
}

export function providerPage({ language, title, content, wide = false }: Page): string {
  const body = html`<main class="${wide ? 'wide' : 'card'}">${content}</main>`;
  return writePage({ language, title, head: styled(style), body });
}

const style = `
main { margin: auto; }
.card { width: min(26rem, 100%); margin-top: max(0rem, 12svh); padding: clamp(1.25rem, 6vw, 2rem); }
.wide { max-width: 72rem; }
h1 { margin: 0 0 1rem; font-size: 1.35rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .75rem; font-size: 1.1rem; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
.amount { margin: 0; font-size: 2.25rem; line-height: 1.2; font-weight: 700; font-variant-numeric: tabular-nums; }
.soft, dt, th, .tag { color: var(--soft); }
.soft { font-size: .875rem; }
.note { padding: .6rem .75rem; border-radius: 8px; background: light-dark(#fff4d6, #4a3b14); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem 1rem; margin: 0 0 1.25rem; }
dd { margin: 0; overflow-wrap: anywhere; }
form { margin: 0; }
.foot { margin: 1rem 0 0; }
fieldset { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; margin: 0 0 1.25rem; padding: 0; border: 0; }
legend { padding: 0 0 .35rem; font-weight: 600; }
label.method { display: flex; align-items: center; gap: .6rem; min-height: 48px; padding: 0 .75rem;
  border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
label.method:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.acts { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; }
.acts .main { grid-column: 1 / -1; }
button, input:not([type=radio]) { min-height: 44px; padding: .4rem .9rem; }
button:not(.main), input:not([type=radio]) { border: 1px solid var(--line); background: transparent; color: inherit; }
input:not([type=radio]) { font: inherit; border-radius: 8px; }
button.main { min-height: 52px; }
.scroll { overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem; text-align: left; white-space: nowrap; }
th { font-size: .875rem; font-weight: 600; }
tr + tr > * { border-top: 1px solid var(--line); }
.right { text-align: right; font-variant-numeric: tabular-nums; }
td form { display: inline-flex; gap: .5rem; }
td input:not([type=radio]) { width: 7rem; text-align: right; }
@media (max-width: 22rem) { fieldset, .acts { grid-template-columns: 1fr; } }
`;
