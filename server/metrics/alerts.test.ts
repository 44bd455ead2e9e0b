import { readFile } from 'node:fs/promises';
import { Registry } from '@prometheus-io/client';
import { expect, test } from 'vitest';
import { gauges } from './gauges.ts';
import { startMeters } from './meters.ts';

const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
const [rules, manual] = await Promise.all([read('deploy/prometheus/alerts.yml'), read('docs/operations.md')]);

const alerts = rules
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((rule) => ({ name: /^\w+$/m.exec(rule)?.[0] ?? '', rule }));
const { registry } = startMeters('0.1.0', () => ({ total: 0, idle: 0, waiting: 0 }));
const figures = { workers: 1, mail_since: null, swept_until: null, flagged: 0 };
const known = gauges({ figures, queues: [], syncs: [], interval: 600 }, new Date());
const told = new Set((await Registry.merge([registry, known]).getMetricsAsJSON()).map((metric) => metric.name));

test('there are alarms', () => expect(alerts.length).toBeGreaterThan(10));

test.each(alerts)('$name is a rule', ({ rule }) => {
  const keys = [...rule.matchAll(/^ {8}(\w+):/gm)].map(([, key]) => key);
  expect(keys.filter((key) => key !== 'for')).toEqual(['expr', 'labels', 'annotations']);
  expect(rule).toMatch(/^ {8}labels: \{ severity: (page|ticket) \}$/m);
  expect(rule).toMatch(/^ {8}annotations: \{ summary: '[^']+' \}$/m);
});

test.each(alerts)('$name asks for what we tell', ({ rule }) => {
  const asked = [...rule.matchAll(/\b(?:givelap|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''));
  expect(asked.filter((name) => !told.has(name))).toEqual([]);
});

test('each alarm stands in the manual, and no other', () => {
  const explained = [...manual.matchAll(/^\| `(Givelap\w+)` \|/gm)].map(([, name]) => name);
  expect(explained).toEqual(alerts.map(({ name }) => name));
});

test('each figure of ours stands in the manual', () => {
  const ours = [...told].filter((name) => name.startsWith('givelap_'));
  const named = (name: string) => {
    const endings = [...manual.matchAll(/`…(_\w+)`/g)].map(([, ending = '']) => ending);
    return manual.includes(`\`${name}\``) || endings.some((ending) => name.endsWith(ending));
  };
  expect(ours.filter((name) => !named(name))).toEqual([]);
});
