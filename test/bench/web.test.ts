import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#contract/paths.ts';
import { freePort } from '#sandbox/ports.ts';
import { openBrowser } from '#test/browser.ts';
import { setStage, type Stage } from '#test/scenes/stage.ts';
import { tell } from './figure.ts';

/** Lighthouse as a phone on 1.6 Mbit/s, 150 ms and a quarter of this processor: its own mobile setting. */
const RUNS = 5;

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items?: Resource[] } }>;
}
interface Resource {
  resourceType?: string;
  transferSize?: number;
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;

let stage: Stage;
let browser: Browser;
let port: number;
let lighthouse: Lighthouse;
const table: Record<string, Record<string, number>> = {};

beforeAll(async () => {
  port = await freePort();
  const library = new URL('../../tools/node_modules/lighthouse/core/index.js', import.meta.url);
  [stage, browser, { default: lighthouse }] = await Promise.all([
    setStage(),
    openBrowser([`--remote-debugging-port=${port}`]),
    import(library.href) as Promise<{ default: Lighthouse }>,
  ]);
});
afterAll(async () => {
  console.table(table);
  await browser.close();
  await stage.close();
});

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const scoreOf = ({ categories }: Report, name: string) => Math.round((categories[name]?.score ?? 0) * 100);
const valueOf = ({ audits }: Report, name: string) => audits[name]?.numericValue ?? NaN;
const kilobytes = ({ audits }: Report, type: string) =>
  (audits['network-requests']?.details?.items ?? [])
    .filter(({ resourceType }) => resourceType === type)
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000;

const figures: Record<string, (report: Report) => number> = {
  performance: (report) => scoreOf(report, 'performance'),
  accessibility: (report) => scoreOf(report, 'accessibility'),
  'best practices': (report) => scoreOf(report, 'best-practices'),
  seo: (report) => scoreOf(report, 'seo'),
  'FCP ms': (report) => Math.round(valueOf(report, 'first-contentful-paint')),
  'LCP ms': (report) => Math.round(valueOf(report, 'largest-contentful-paint')),
  'TBT ms': (report) => Math.round(valueOf(report, 'total-blocking-time')),
  CLS: (report) => Math.round(valueOf(report, 'cumulative-layout-shift') * 1000) / 1000,
  'HTML kB': (report) => Math.round(kilobytes(report, 'Document') * 10) / 10,
  'JS kB': (report) => Math.round(kilobytes(report, 'Script') * 10) / 10,
  'CSS kB': (report) => Math.round(kilobytes(report, 'Stylesheet') * 10) / 10,
};

/** What a visitor may wait for, and load. */
const aims: Record<string, { least: number } | { most: number }> = {
  performance: { least: 98 },
  accessibility: { least: 100 },
  'best practices': { least: 100 },
  seo: { least: 100 },
  'FCP ms': { most: 900 },
  'LCP ms': { most: 1200 },
  'TBT ms': { most: 50 },
  CLS: { most: 0 },
  'HTML kB': { most: 20 },
  'JS kB': { most: 90 },
  'CSS kB': { most: 15 },
};

const addresses: Record<string, () => string> = {
  home: () => paths.home,
  participants: () => `${paths.participants}?eventId=${stage.run.id}`,
  'slug page': () => paths.event(stage.run.slug),
  give: () => paths.give(stage.run.participants[0]?.id ?? 0),
};

test.each(Object.keys(addresses))('%s', { timeout: 300_000 }, async (name) => {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const result = await lighthouse(stage.full.url + addresses[name]?.(), { port, output: 'json', logLevel: 'error' });
    if (result) reports.push(result.lhr);
  }
  const row = Object.fromEntries(Object.entries(figures).map(([title, read]) => [title, median(reports.map(read))]));
  table[name] = row;
  expect(reports).toHaveLength(RUNS);
  for (const [title, aim] of Object.entries(aims)) {
    const value = row[title] ?? NaN;
    const [, unit = ''] = / (ms|kB)$/.exec(title) ?? [];
    tell({ row: 'P10', work: `${name}, ${title}`, against: '', value, unit: unit as 'ms' | 'kB' | '', aim, seen: '' });
    if ('least' in aim) expect.soft([title, value]).toEqual([title, Math.max(value, aim.least)]);
    else expect.soft([title, value]).toEqual([title, Math.min(value, aim.most)]);
  }
});
