import type { Boot } from '#contract/pages.ts';

const bootOf = (page: Document) => page.getElementById('boot');

/**
 * What the document at an address holds now; null when other code than what runs here must show it: another page,
 * another language, a newer version of the site. Rejects when nobody answers or the server fails.
 */
export async function fetchBoot(address: string, signal: AbortSignal): Promise<Boot | null> {
  const response = await fetch(address, { signal, cache: 'no-store', headers: { Accept: 'text/html' } });
  if (response.status >= 500) throw new Error(`${response.status}`);
  const block = bootOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
  // `preload` names every file of code that the page runs, by the hash of its content.
  const isOurs = block?.dataset.preload === bootOf(document)?.dataset.preload;
  return isOurs ? (JSON.parse(block?.textContent ?? '') as Boot) : null;
}
