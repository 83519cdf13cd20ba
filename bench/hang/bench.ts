/**
 * From the moment a service hangs until one is ready in its place: api and judgehost, by an endless loop and stopped by a
 * signal, as real processes under what `./sandglass up` is made of.
 */
import { join } from 'node:path';
import type { ManagedProcess } from '@sandglass/local-services';
import { checkoutRoot, startStack, waitFor, type TestStack } from '@sandglass/testing';
import { barChart, barsOf } from '../lib/bar-chart.ts';
import { describeMachine } from '../lib/machine.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { median, rounded } from '../lib/statistics.ts';

export const bench: Bench = {
  name: 'hang',
  summary: 'a hung api or judgehost, by an endless loop or a stop signal, until it is ready again',
  run,
  picture,
};

const ways = { 'endless loop': 'SIGUSR2', 'stop signal': 'SIGSTOP' } as const;
type Way = keyof typeof ways;

interface Service {
  readonly name: string;
  readonly process: (stack: TestStack) => ManagedProcess | undefined;
  readonly ready: (stack: TestStack) => Promise<boolean>;
}

const services: readonly Service[] = [
  {
    name: 'api',
    process: ({ stack }) => stack.api,
    ready: ({ url }) =>
      fetch(`${url}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
  },
  {
    name: 'judgehost',
    process: ({ stack }) => stack.judgehosts[0],
    ready: async ({ admin }) => {
      const [host] = await admin.judgehosts();
      // What the api says of the former process is still there: the new one says that it was started again.
      return host?.online === true && host.condition?.restarted != null && host.condition.allowed.slots > 0;
    },
  },
];

interface Recovery {
  readonly service: string;
  readonly way: Way;
  /** From the signal to the end of the process that hangs. */
  readonly endedMs: number;
  /** From the signal to the new one's being ready. */
  readonly readyMs: number;
}

async function run({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const rounds = quick ? 1 : 3;
  const recoveries: Recovery[] = [];
  for (let round = 1; round <= rounds; round += 1)
    for (const way of Object.keys(ways) as Way[]) {
      progress(`round ${String(round)} of ${String(rounds)}: ${way}`);
      // A stack of its own: services that end again and again are started after longer and longer pauses.
      await using stack = await startHanging();
      for (const service of services) recoveries.push(await recoveryOf(stack, service, way));
    }
  return reportOf(recoveries);
}

function startHanging(): Promise<TestStack> {
  const hangs = { NODE_OPTIONS: `--import ${join(checkoutRoot, 'e2e/support/hang-on-signal.ts')}` };
  return startStack({
    problems: ['sum'],
    slots: 1,
    durable: true,
    apiSettings: hangs,
    judgehostSettings: hangs,
  });
}

async function recoveryOf(stack: TestStack, service: Service, way: Way): Promise<Recovery> {
  const hung = service.process(stack);
  if (hung === undefined) throw new Error(`the ${service.name} does not run`);
  const startedMs = performance.now();
  process.kill(hung.identity.pid, ways[way]);
  const ended = await hung.ended.then(() => performance.now());
  await waitFor(`the ${service.name} to be ready`, async () => {
    const now = service.process(stack);
    return now !== undefined && now !== hung && (await service.ready(stack));
  });
  return { service: service.name, way, endedMs: ended - startedMs, readyMs: performance.now() - startedMs };
}

function reportOf(recoveries: readonly Recovery[]): BenchReport {
  const groups = Map.groupBy(recoveries, ({ service, way }) => `${service}, ${way}`);
  const figures: Record<string, number> = {};
  const rows = [...groups].map(([what, all]) => {
    const readyMs = all.map((one) => one.readyMs);
    figures[`${what.replaceAll(/\W+/g, '_')}_ready_s_max`] = rounded(Math.max(...readyMs) / 1000);
    return {
      'what hangs': what,
      'ended s': rounded(median(all.map((one) => one.endedMs)) / 1000),
      'ready s': rounded(median(readyMs) / 1000),
      'ready s max': rounded(Math.max(...readyMs) / 1000),
      rounds: all.length,
    };
  });
  return { name: 'hang', machine: describeMachine(), figures, rows };
}

function picture({ rows }: BenchReport): string {
  return barChart(
    'From the hang until …, median',
    's',
    barsOf(rows, 'what hangs', { 'ended s': 'the process is ended', 'ready s': 'one is ready again' }),
  );
}
