import { html } from './html.ts';
import type { Markup } from './html.ts';

interface Page {
  readonly language: string;
  readonly title: string;
  /** Styles and scripts. */
  readonly head: Markup;
  readonly body: Markup;
}

export function writePage({ language, title, head, body }: Page): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html>`.markup;
}

/** What pages of somebody else's look like that we stand in for, and what one has of its own. */
export function styled(own: string): Markup {
  return html`<style>
    ${{ markup: common + own }}
  </style>`;
}

const common = `
:root { color-scheme: light dark; --line: light-dark(#c4c9d0, #454b53); --soft: light-dark(#5d6570, #a4adb8);
  --accent: light-dark(#0b5cc4, #8fbfff); --on-accent: light-dark(#fff, #0d1b2e); --sheet: light-dark(#fff, #1e2126); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100svh; padding: 1rem; background: light-dark(#f3f5f7, #14161a);
  font: 16px/1.5 system-ui, sans-serif; }
.card { border-radius: 14px; background: var(--sheet); box-shadow: 0 1px 3px #0002, 0 8px 30px #0001; }
a { color: var(--accent); }
button { font: inherit; font-weight: 600; border-radius: 8px; cursor: pointer; }
.main { border: 0; background: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 3px solid light-dark(#7db4ff, #3c7bd1); outline-offset: 2px; }
`;

export function timeOf(moment: string | number): string {
  const options = { timeZone: 'Europe/Zurich', dateStyle: 'short', timeStyle: 'medium' } as const;
  return new Date(moment).toLocaleString('de-CH', options);
}
