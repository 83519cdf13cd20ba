import { hostFigures } from '@sandglass/domain';
import { readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { registerHostMetrics, type HostMetricsParts } from './fleet/host-metrics.ts';
import { registerStateMetrics, type StateMetricsParts } from './fleet/state-metrics.ts';
import { JudgingMetrics } from './judging/metrics/judging-metrics.ts';
import { Retention, type RetentionParts } from './platform/database/retention.ts';
import type { App } from './platform/http/app-type.ts';
import { installHttpMetrics } from './platform/metrics/http-metrics.ts';
import { registerProcessMetrics } from './platform/metrics/process-metrics.ts';

/** Every metric of the api but Node's own and the figures that hosts report, which have a page of their own. */
function metrics(): string[] {
  const registry = new Registry();
  installHttpMetrics({ addHook() {} } as unknown as App, registry);
  registerProcessMetrics(registry, () => null, { dropped: 0 });
  registerStateMetrics(registry, {} as StateMetricsParts);
  registerHostMetrics(registry, {} as HostMetricsParts);
  const owners = [
    () => new JudgingMetrics(registry),
    () => new Retention({ database: {}, days: {}, registry, log: {} } as unknown as RetentionParts),
  ];
  for (const open of owners) open();
  const ofHosts = new Set(hostFigures.map(({ name }) => `sandglass_judgehost_${name}`));
  const all = registry.getMetricsAsArray() as unknown as readonly {
    name: string;
    help: string;
    labelNames: readonly string[];
  }[];
  return all
    .filter(({ name }) => name.startsWith('sandglass_') && !ofHosts.has(name))
    .map(
      ({ name, help, labelNames }) =>
        `| \`${name.replace('sandglass_', '')}\` | ${labelNames.join(', ')} | ${help} |`,
    )
    .toSorted();
}

it('the page of the api lists its metrics as /metrics has them', () => {
  const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('| metric | labels | meaning |'));
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(2);
  expect(rows).toEqual(metrics());
});
