import { Worker } from 'node:worker_threads';
import type { Mail } from '#mails/layout.ts';
import { html } from '../html.ts';
import type { Markup } from '../html.ts';

/** `pledge-request/usual/de` and the mail that it stands for. */
export type Samples = readonly (readonly [address: string, mail: Mail])[];

/** Every mail in every language, as the templates write it now: each look runs them anew, so a change is seen at once. */
export async function samplesPage(): Promise<Markup> {
  const kinds = Map.groupBy(await allSamples(), ([address]) => address.slice(0, address.lastIndexOf('/')));
  return html`<h1>Every mail in every language</h1>
    <nav aria-label="Mails">${[...kinds.keys()].map((kind) => html`<a href="#${kind}">${kind}</a>`)}</nav>
    ${[...kinds].map(
      ([kind, mails]) =>
        html`<h2 id="${kind}">${kind}</h2>
          <div class="samples">${mails.map(view)}</div>`,
    )}`;
}

function view([address, { subject }]: Samples[number]): Markup {
  return html`<section>
    <h3>${subject}</h3>
    <p><a href="/samples/${address}.html">alone</a> · <a href="/samples/${address}.txt">as text</a></p>
    <iframe title="${address}" src="/samples/${address}.html" loading="lazy"></iframe>
  </section>`;
}

export async function sampleOf(address: string): Promise<Mail | null> {
  return new Map(await allSamples()).get(address) ?? null;
}

function allSamples(): Promise<Samples> {
  const worker = new Worker(new URL('./write-samples.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
