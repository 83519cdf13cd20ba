/**
 * The field report that this product began with: a judger that makes a network namespace for every run does not get
 * faster on more cores, for their creation is serialised in the kernel. Its own benchmark: N = 1…6 judgers, one core
 * each, judge a+b with two tests 100 times; the program is compiled beforehand, as that judger's cache did.
 *
 * Four ways take turns: everything made per run; the same with one network namespace per judger (the report's cure);
 * our pooled sandbox with a process per judger, as there; and with all slots in one process, as a judgehost has them.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { coreCpus } from '../lib/cores.ts';
import { lineChart } from '../lib/line-chart.ts';
import { describeMachine } from '../lib/machine.ts';
import { compileC, NativeHelper } from '../lib/native-helper.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { median, rounded } from '../lib/statistics.ts';

const counts = [1, 2, 3, 4, 5, 6];
const most = Math.max(...counts);
const judger = join(import.meta.dirname, 'judger.ts');

interface Way {
  readonly name: 'fresh' | 'reused' | 'pooled' | 'one_process';
  readonly title: string;
  /** Milliseconds until all of `judgers` have judged. */
  time(judgers: number, judgings: number): Promise<number>;
}

export const bench: Bench = {
  name: 'netns',
  summary: 'N = 1…6 judgers judging a+b 100 times, namespaces made per run or pooled: time(N) / time(1)',
  run,
  picture,
};

async function run({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const [rounds, judgings] = quick ? [1, 10] : [7, 100];
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-netns-'));
  await chmod(folder, 0o755);
  const cpus = await coreCpus();
  const helpers: NativeHelper[] = [];
  try {
    await prepare(folder);
    const cpuOf = (i: number): string => String(cpus[i % cpus.length]);
    const start = (command: string, argv: string[]): NativeHelper => {
      const helper = new NativeHelper(command, argv);
      helpers.push(helper);
      return helper;
    };
    const eachItsOwn = counts.map((_, i) =>
      start('taskset', ['-c', cpuOf(i), process.execPath, judger, folder, String(i), cpuOf(i)]),
    );
    const together = start(process.execPath, [
      judger,
      folder,
      '10',
      counts.map((_, i) => cpuOf(i)).join(','),
    ]);
    const ways: Way[] = [
      { name: 'fresh', title: 'made per run', time: oldWay(folder, 'fresh', cpus) },
      { name: 'reused', title: 'one network namespace', time: oldWay(folder, 'reuse', cpus) },
      { name: 'pooled', title: 'Sandglass, a process each', time: pooled(eachItsOwn) },
      { name: 'one_process', title: 'Sandglass, one process', time: oneProcess(together) },
    ];
    return report(ways, await measure(ways, rounds, judgings, progress), cpus.length, judgings);
  } finally {
    await Promise.all(helpers.map((helper) => helper.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

async function prepare(folder: string): Promise<void> {
  const program = join(folder, 'program');
  await mkdir(program);
  const source = join(folder, 'a.c');
  await writeFile(
    source,
    '#include <stdio.h>\nint main(void) { int a, b; if (scanf("%d%d", &a, &b) != 2) return 1; printf("%d\\n", a + b); return 0; }\n',
  );
  await promisify(execFile)('gcc', ['-O2', '-o', join(program, 'a-plus-b'), source]);
  await compileC(join(import.meta.dirname, 'old-way.c'), join(folder, 'old-way'));
  await writeFile(join(folder, '1.in'), '1 2\n');
  await writeFile(join(folder, '1.ans'), '3\n');
  await writeFile(join(folder, '2.in'), '-10 7\n');
  await writeFile(join(folder, '2.ans'), '-3\n');
}

/** Where the old way makes its groups: the v1 controllers a judger uses, or the one tree of v2. */
function groupFolders(): string[] {
  const v1 = ['memory', 'cpuacct', 'pids']
    .map((controller) => `/sys/fs/cgroup/${controller}`)
    .filter((path) => existsSync(join(path, 'tasks')));
  return v1.length > 0 ? v1 : ['/sys/fs/cgroup'];
}

function oldWay(folder: string, mode: 'fresh' | 'reuse', cpus: readonly number[]): Way['time'] {
  const file = (name: string): string => join(folder, name);
  return async (judgers, judgings) => {
    const { stdout } = await promisify(execFile)(file('old-way'), [
      mode,
      String(judgers),
      String(judgings),
      cpus.join(','),
      file('program/a-plus-b'),
      ...['1.in', '1.ans', '2.in', '2.ans'].map(file),
      ...groupFolders(),
    ]);
    return Number(stdout);
  };
}

function pooled(judgers: readonly NativeHelper[]): Way['time'] {
  return async (count, judgings) => {
    const began = performance.now();
    await Promise.all(judgers.slice(0, count).map((one) => one.ask(`1 ${String(judgings)}`)));
    return performance.now() - began;
  };
}

function oneProcess(judgers: NativeHelper): Way['time'] {
  return async (count, judgings) => (await judgers.ask(`${String(count)} ${String(judgings)}`))[0] ?? 0;
}

async function measure(
  ways: readonly Way[],
  rounds: number,
  judgings: number,
  progress: BenchOptions['progress'],
): Promise<Map<string, number>> {
  const samples = new Map<string, number[]>();
  for (const way of ways) await way.time(most, Math.ceil(judgings / 5));
  for (let round = 1; round <= rounds; round++) {
    for (const count of counts) {
      for (const way of ways) {
        const key = `${way.name} ${String(count)}`;
        samples.set(key, [...(samples.get(key) ?? []), await way.time(count, judgings)]);
      }
    }
    progress(`round ${String(round)} of ${String(rounds)}`);
  }
  return new Map([...samples].map(([key, values]) => [key, median(values)]));
}

function report(
  ways: readonly Way[],
  times: ReadonlyMap<string, number>,
  cores: number,
  judgings: number,
): BenchReport {
  const ms = (way: Way, count: number): number => times.get(`${way.name} ${String(count)}`) ?? NaN;
  const figures: Record<string, number> = { cores, judgings_each: judgings };
  const keys = { fresh: 'pool_off', reused: 'reused', pooled: 'pool_on', one_process: 'one_process' };
  const atCores = Math.min(cores, most);
  for (const way of ways) {
    figures[`scaling_${keys[way.name]}`] = rounded(ms(way, atCores) / ms(way, 1));
  }
  const [fresh, , pool] = ways as [Way, Way, Way];
  figures['off_over_on_at_cores'] = rounded(ms(fresh, atCores) / ms(pool, atCores));
  figures['off_over_on_at_6'] = rounded(ms(fresh, most) / ms(pool, most));
  const rows = counts.map((judgers) => ({
    judgers,
    ...Object.fromEntries(ways.map((way) => [`${way.title}, ms`, rounded(ms(way, judgers), 0)])),
  }));
  return { name: 'netns', machine: describeMachine(), figures, rows };
}

function picture({ rows, figures }: BenchReport): string {
  const titles = Object.keys(rows[0] ?? {}).filter((key) => key !== 'judgers');
  return lineChart({
    title: `Judging a+b with two tests ${String(figures['judgings_each'])} times, ${String(figures['cores'])} cores`,
    x: 'judgers at the same time',
    y: 'ms',
    series: titles.map((name) => ({
      name: name.replace(/, ms$/, ''),
      points: rows.map((row) => [Number(row['judgers']), Number(row[name])]),
    })),
  });
}
