/**
 * A regional's registration as files: 1 000 teams with organisations, groups, three persons each, and accounts. What a dry
 * run and an import cost without passwords and with them, again when nothing has changed, and how long another request waits
 * in that time. Hashing passwords is slow on purpose; the ratio says what it adds.
 */
import { setTimeout } from 'node:timers/promises';
import type { ImportedFile } from '@sandglass/contracts';
import { startStack, type TestStack } from '@sandglass/testing';
import { barChart, barsOf } from '../lib/bar-chart.ts';
import { describeMachine } from '../lib/machine.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { median, percentile, rounded } from '../lib/statistics.ts';

export const bench: Bench = {
  name: 'import',
  summary:
    'an import of 1 000 teams with persons, accounts and passwords, and what other requests wait for at that time',
  run: measure,
  picture: (report) =>
    barChart(
      'Import of teams',
      'ms',
      barsOf(report.rows, 'files', { 'dry run ms': 'dry run', 'import ms': 'import' }),
    ),
};

interface Kind {
  readonly name: string;
  readonly key: string;
  readonly files: (round: number) => ImportedFile[];
}

async function measure({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const teams = quick ? 200 : 1000;
  const rounds = quick ? 2 : 5;
  const kinds: readonly Kind[] = [
    { name: 'without passwords', key: 'plain', files: (round) => registration(`p${round}`, teams, false) },
    { name: 'with passwords', key: 'passwords', files: (round) => registration(`q${round}`, teams, true) },
    // The same once more: each password is verified instead of set.
    { name: 'the same again', key: 'again', files: (round) => registration(`q${round}`, teams, true) },
  ];
  progress('starting a stack');
  await using stack = await startStack({ judgehost: false, unthrottled: true, problems: [] });
  const dry = new Map<string, number[]>(kinds.map(({ key }) => [key, []]));
  const done = new Map<string, number[]>(kinds.map(({ key }) => [key, []]));
  const waits: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    progress(`round ${String(round)} of ${String(rounds)}`);
    for (const { key, files } of kinds) {
      const given = files(round);
      const dryMs = await timed(() => stack.admin.people.import(given, { dryRun: true }));
      const watched = watch(stack);
      const importMs = await timed(async () => {
        const { imported, faults } = await stack.admin.people.import(given, { dryRun: false });
        if (!imported) throw new Error(`nothing was imported: ${JSON.stringify(faults.slice(0, 3))}`);
      });
      const waited = await watched.stop();
      // The first round warms up.
      if (round === 0) continue;
      dry.get(key)?.push(dryMs);
      done.get(key)?.push(importMs);
      waits.push(...waited);
    }
  }
  const ms = (of: ReadonlyMap<string, number[]>, key: string): number =>
    rounded(median(of.get(key) ?? []), 0);
  return {
    name: 'import',
    machine: describeMachine(),
    figures: {
      teams,
      dry_run_ms: ms(dry, 'passwords'),
      import_plain_ms: ms(done, 'plain'),
      import_passwords_ms: ms(done, 'passwords'),
      import_again_ms: ms(done, 'again'),
      passwords_ratio: rounded(median(done.get('passwords') ?? []) / median(done.get('plain') ?? [])),
      other_request_ms_p95: rounded(percentile(waits, 0.95), 1),
      other_request_ms_max: rounded(Math.max(...waits), 1),
    },
    rows: kinds.map(({ name, key }) => ({
      files: name,
      teams,
      'dry run ms': ms(dry, key),
      'import ms': ms(done, key),
    })),
  };
}

function registration(prefix: string, teams: number, passwords: boolean): ImportedFile[] {
  const numbers = Array.from({ length: teams }, (_, index) => index);
  const organisations = Math.ceil(teams / 3);
  const file = (name: string, rows: readonly object[]): ImportedFile => ({
    name,
    text: JSON.stringify(rows),
  });
  return [
    file(
      'organizations.json',
      numbers.slice(0, organisations).map((n) => ({
        id: `${prefix}-o${n}`,
        name: `${prefix} University ${n}`,
        country: 'NOR',
      })),
    ),
    file(
      'groups.json',
      numbers.slice(0, 10).map((n) => ({ id: `${prefix}-g${n}`, name: `${prefix} Site ${n}` })),
    ),
    file(
      'teams.json',
      numbers.map((n) => ({
        id: `${prefix}-t${n}`,
        name: `${prefix} Team ${n}`,
        organization_id: `${prefix}-o${n % organisations}`,
        group_ids: [`${prefix}-g${n % 10}`],
        location: `Hall ${n % 7}, desk ${n}`,
      })),
    ),
    file(
      'persons.json',
      numbers.flatMap((n) =>
        [1, 2, 3].map((m) => ({
          id: `${prefix}-p${n}-${m}`,
          name: `Member ${m} of ${n}`,
          role: 'contestant',
          team_ids: [`${prefix}-t${n}`],
        })),
      ),
    ),
    file(
      'accounts.json',
      numbers.map((n) => ({
        id: `${prefix}-t${n}`,
        username: `${prefix}-t${n}`,
        type: 'team',
        team_id: `${prefix}-t${n}`,
        ...(passwords ? { password: `words of team ${n}` } : {}),
      })),
    ),
  ];
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

/** What one other reader of the scoreboard waits for, one request after the other. */
function watch(stack: TestStack): { stop: () => Promise<number[]> } {
  const waits: number[] = [];
  const over = new AbortController();
  const reading = (async () => {
    while (!over.signal.aborted) {
      waits.push(
        await timed(async () =>
          (await fetch(`${stack.url}/api/contests/${stack.contest}/state`)).arrayBuffer(),
        ),
      );
      await setTimeout(20);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await reading;
      return waits;
    },
  };
}
