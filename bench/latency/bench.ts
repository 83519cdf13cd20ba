import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { importPackage, type SandglassClient } from '@sandglass/client';
import { compileCommand, languageById } from '@sandglass/languages';
import { startStack, type TestStack } from '@sandglass/testing';
import { barChart } from '../lib/bar-chart.ts';
import { describeMachine } from '../lib/machine.ts';
import { compileBareJudging } from '../lib/native-helper.ts';
import type { Bench, BenchReport } from '../lib/report.ts';
import { median, percentile, rounded } from '../lib/statistics.ts';

const run = promisify(execFile);
const contest = 'latency';
const source =
  '#include <stdio.h>\nint main(void) { long a, b; scanf("%ld %ld", &a, &b); printf("%ld\\n", a + b); return 0; }\n';
const tests = [
  ['1 2\n', '3\n'],
  ['1000000 -7\n', '999993\n'],
] as const;

/**
 * From POST to the verdict's event on an idle system, beside the bare cost of the same
 * compilation and two runs, measured in turn. The difference is what judging adds:
 * database, queue, judgehost, sandbox, validator, events.
 */
export const bench: Bench = {
  name: 'latency',
  summary: 'POST to verdict event for a+b in C with two tests, over the bare compilation and runs',

  async run({ quick, progress }) {
    const rounds = quick ? 5 : 40;
    const scratch = await mkdtemp(join(tmpdir(), 'sandglass-latency-'));
    progress('starting a stack');
    await using stack = await startStack({ problems: [], slots: 1, durable: true, unthrottled: true });
    try {
      const bare = await prepareBare(scratch);
      const team = await prepareContest(stack, scratch);
      const judged: number[] = [];
      const floor: number[] = [];
      for (let round = -2; round < rounds; round += 1) {
        const [bareMs, judgedMs] = [await bare(), await submitAndWait(team)];
        // The first rounds fill caches and start connections.
        if (round < 0) continue;
        floor.push(bareMs);
        judged.push(judgedMs);
        progress(
          `round ${round + 1}/${rounds}: bare ${bareMs.toFixed(1)} ms, judged ${judgedMs.toFixed(1)} ms`,
        );
      }
      return report(floor, judged);
    } finally {
      await rm(scratch, { recursive: true });
    }
  },

  picture: (report: BenchReport) =>
    barChart(
      'Submission to verdict, a+b in C, two tests',
      'ms',
      report.rows.flatMap((row) => [
        {
          label: `${row['percentile']} bare compile + 2 runs`,
          value: Number(row['bare_ms']),
          series: 'bare',
        },
        {
          label: `${row['percentile']} POST to verdict`,
          value: Number(row['judged_ms']),
          series: 'Sandglass',
        },
      ]),
    ),
};

function report(floor: readonly number[], judged: readonly number[]): BenchReport {
  // Pairs of one round share the machine's mood of that moment.
  const overhead = judged.map((value, i) => value - (floor[i] ?? 0));
  const row = (name: string, p: number): Record<string, string | number> => ({
    percentile: name,
    bare_ms: rounded(percentile(floor, p)),
    judged_ms: rounded(percentile(judged, p)),
    overhead_ms: rounded(percentile(overhead, p)),
  });
  return {
    name: 'latency',
    machine: describeMachine(),
    figures: {
      overhead_ms_p50: rounded(median(overhead)),
      overhead_ms_p95: rounded(percentile(overhead, 0.95)),
      judged_ms_p50: rounded(median(judged)),
      bare_ms_p50: rounded(median(floor)),
      rounds: judged.length,
    },
    rows: [row('p50', 0.5), row('p95', 0.95)],
  };
}

/** The same compiler command and the same inputs, without any judge around them. */
async function prepareBare(scratch: string): Promise<() => Promise<number>> {
  const helper = await compileBareJudging(scratch);
  const command = compileCommand(languageById('c'), {
    files: [{ name: 'sum.c', text: source }],
    memoryBytes: 2 ** 31,
  });
  await writeFile(join(scratch, 'sum.c'), source);
  const inputs = join(scratch, 'inputs');
  await mkdir(inputs);
  await Promise.all(tests.map(([input], i) => writeFile(join(inputs, String(i)), input)));
  const words = ['1', inputs, String(tests.length), '1', join(scratch, 'program')];
  return async () => {
    const { stdout } = await run(helper, [...words, ...command.argv], {
      cwd: scratch,
      env: { ...command.env },
    });
    return Number(stdout) / 1000;
  };
}

async function prepareContest(stack: TestStack, scratch: string): Promise<SandglassClient> {
  const folder = join(scratch, 'sum-two-tests');
  await mkdir(join(folder, 'data/secret'), { recursive: true });
  await mkdir(join(folder, 'problem_statement'));
  await writeFile(join(folder, 'problem.yaml'), 'name: Sum\n');
  await writeFile(join(folder, 'problem_statement/problem.en.md'), 'Add two numbers.\n');
  await Promise.all(
    tests.flatMap(([input, answer], i) => [
      writeFile(join(folder, `data/secret/${i}.in`), input),
      writeFile(join(folder, `data/secret/${i}.ans`), answer),
    ]),
  );
  await importPackage(stack.admin, 'sum-two-tests', folder);
  const now = Date.now();
  await stack.admin.defineContest({
    id: contest,
    name: 'Latency',
    startsAt: new Date(now - 60_000).toISOString(),
    endsAt: new Date(now + 3_600_000).toISOString(),
    problems: [{ label: 'A', problem: 'sum-two-tests', colour: '#b4622d' }],
    teams: [{ id: 'bench', name: 'Bench' }],
  });
  const login = { who: 'bench', username: 'bench', password: 'bench-password' };
  await stack.admin.createUsers({ users: [{ ...login, role: 'contestant', teamId: 'bench' }] });
  return stack.client(login);
}

/** ms from the POST's first byte to the arrival of the event that carries the verdict. */
async function submitAndWait(team: SandglassClient): Promise<number> {
  const abort = new AbortController();
  const tooLong = AbortSignal.timeout(30_000);
  const live = team.live(contest, AbortSignal.any([abort.signal, tooLong]));
  try {
    // The stream is open once the first answer's headers are there; a message may have to be awaited before that.
    const verdict = (async (): Promise<number> => {
      for await (const message of live) {
        if (message.type !== 'submission') continue;
        const { state, verdict: id } = message.submission as { state: string; verdict: string | null };
        if (state === 'done') {
          if (id !== 'AC') throw new Error(`the bench's own program was judged ${id ?? 'not at all'}`);
          return performance.now();
        }
      }
      throw new Error('the live stream ended before the verdict');
    })();
    // When submitting fails, that error is reported.
    verdict.catch(() => {});
    // An idle system is what is measured: let the last judging's clean-up end first.
    await new Promise((resolve) => {
      setTimeout(resolve, 250);
    });
    const started = performance.now();
    await team.submit(contest, {
      problem: 'A',
      language: 'c',
      // The same content again would be answered with the first submission.
      files: [{ name: 'sum.c', content: `${source}// ${randomUUID()}\n` }],
    });
    return (await verdict) - started;
  } finally {
    abort.abort();
  }
}
