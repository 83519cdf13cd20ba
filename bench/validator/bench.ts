import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compareOutput } from '@sandglass/validator';
import { barChart } from '../lib/bar-chart.ts';
import { describeMachine } from '../lib/machine.ts';
import type { Bench, BenchReport } from '../lib/report.ts';
import { median, rounded } from '../lib/statistics.ts';

const run = promisify(execFile);
const mebi = 1024 * 1024;

interface Case {
  readonly key: string;
  readonly what: string;
  readonly flags: readonly string[];
  /** Line of the answer, and of the output, for a running number. */
  readonly answer: (index: number) => string;
  readonly output: (index: number) => string;
}

const whole = (index: number): string => `${(index * 7919) % 1_000_003} ${index}\n`;
const value = (index: number): number => ((index * 7919) % 1_000_003) / 137;

/** From the easiest for a validator to the hardest: every number parsed on both sides. */
const cases: readonly Case[] = [
  { key: 'equal', what: 'equal integers', flags: [], answer: whole, output: whole },
  {
    key: 'equal_strict',
    what: 'equal integers, space_change_sensitive',
    flags: ['space_change_sensitive', 'case_sensitive'],
    answer: whole,
    output: whole,
  },
  {
    key: 'spaced',
    what: 'integers, other white space',
    flags: [],
    answer: whole,
    output: (index) => whole(index).replace(' ', '\n'),
  },
  {
    key: 'cased',
    what: 'words in other case',
    flags: [],
    answer: (index) => (index % 3 === 0 ? 'possible\n' : 'impossible\n'),
    output: (index) => (index % 3 === 0 ? 'POSSIBLE\n' : 'Impossible\n'),
  },
  {
    key: 'floats',
    what: 'numbers printed with other digits, float_tolerance',
    flags: ['float_tolerance', '1e-6'],
    answer: (index) => `${value(index).toFixed(9)}\n`,
    output: (index) => `${value(index).toFixed(12)}\n`,
  },
];

function file(line: (index: number) => string, lines: number): string {
  return Array.from({ length: lines }, (_, index) => line(index)).join('');
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = process.hrtime.bigint();
  await action();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/**
 * The default output validator on files of tens of MB, beside `cmp`, which does nothing but read
 * both files (from the page cache) and compare bytes. Measured in turn; the ratio is the claim.
 */
export const bench: Bench = {
  name: 'validator',
  summary: 'the default output validator on files of tens of MB, beside cmp',

  async run({ quick, progress }) {
    const rounds = quick ? 3 : 15;
    const targetBytes = (quick ? 8 : 48) * mebi;
    const scratch = await mkdtemp(join(tmpdir(), 'sandglass-validator-bench-'));
    try {
      const rows: Record<string, string | number>[] = [];
      const figures: Record<string, number> = {};
      for (const one of cases) {
        progress(one.what);
        const [answerPath, outputPath, copy] = ['answer', 'output', 'copy'].map((name) =>
          join(scratch, name),
        ) as [string, string, string];
        const lines = Math.ceil(targetBytes / one.answer(123_456).length);
        await writeFile(answerPath, file(one.answer, lines));
        await writeFile(outputPath, file(one.output, lines));
        await copyFile(answerPath, copy);
        const compare = async (): Promise<void> => {
          const result = await compareOutput({ outputPath, answerPath, flags: one.flags });
          if (!result.accepted) throw new Error(`${one.key}: ${result.message}`);
        };
        const floor: number[] = [];
        const ours: number[] = [];
        for (let round = -1; round < rounds; round += 1) {
          const floorMs = await timed(async () => await run('cmp', [copy, answerPath]));
          const oursMs = await timed(compare);
          // The first round brings both files into the page cache.
          if (round < 0) continue;
          floor.push(floorMs);
          ours.push(oursMs);
        }
        const bytes = (await stat(answerPath)).size + (await stat(outputPath)).size;
        const floorBytes = 2 * (await stat(answerPath)).size;
        const oursPerByte = median(ours) / bytes;
        const ratio = rounded(oursPerByte / (median(floor) / floorBytes));
        const speed = Math.round(bytes / mebi / (median(ours) / 1000));
        rows.push({
          case: one.what,
          mib: Math.round(bytes / mebi),
          cmp_ms: rounded(median(floor), 1),
          validator_ms: rounded(median(ours), 1),
          validator_mib_per_s: speed,
          ratio_to_cmp: ratio,
        });
        figures[`ratio_${one.key}`] = ratio;
        figures[`mib_per_s_${one.key}`] = speed;
      }
      return { name: 'validator', machine: describeMachine(), figures, rows };
    } finally {
      await rm(scratch, { recursive: true });
    }
  },

  picture: (report: BenchReport) =>
    barChart(
      'Default output validator, both files together',
      'MiB/s',
      report.rows.map((row) => ({
        label: String(row['case']).slice(0, 30),
        value: Number(row['validator_mib_per_s']),
        series: 'validator',
      })),
    ),
};
