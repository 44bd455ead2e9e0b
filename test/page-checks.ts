import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** WCAG 2.2 A and AA, by axe, on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated, not injected: the page's own policy allows no further script.
  const violations = await page.evaluate(
    async ([source, options]) => {
      // oxlint-disable-next-line no-eval -- axe comes as text
      const run = (0, eval)(`${source}; axe`) as { run(o: unknown): Promise<{ violations: Finding[] }> };
      return (await run.run(options)).violations;
    },
    [axe, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }] as const,
  );
  const found = violations.map(({ id, nodes }) => ({ id, html: nodes[0]?.html, why: nodes[0]?.failureSummary }));
  expect({ at: new URL(page.url()).pathname.replace(/[\w-]{20,}/, '…'), found }).toMatchObject({ found: [] });
}

/** Nothing sticks out sideways. */
export async function expectNoSideways(page: Page): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(excess).toBeLessThanOrEqual(0);
}

/** Complaints of the page: script errors, and requests to anybody but us. */
export function watch(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      complaints.push(`asked ${request.url()}`);
  });
  return complaints;
}
