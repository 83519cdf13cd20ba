/**
 * A judgehost made sick for real, in one way after another, while it judges: how long until the alarm rings, whether
 * verdicts given meanwhile are marked, how long until recovery is seen.
 */
import type { Alarm, AlarmRuleId } from '@sandglass/contracts';
import type { SandglassClient } from '@sandglass/client';
import { startStack, waitFor, type TestStack } from '@sandglass/testing';
import { describeMachine } from '../lib/machine.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { rounded } from '../lib/statistics.ts';
import { makeReach, troubles, type Patient, type Trouble } from './troubles.ts';

export const bench: Bench = {
  name: 'trouble',
  summary: 'a judgehost made sick in five ways: the alarm, the marks on verdicts, the recovery',
  run,
};

/** Troubles of the quick form, unless SANDGLASS_TROUBLE names others (with commas): they need nothing but this process’s rights and are over soon. */
const quickNames = ['frozen', 'stuck'];
const ringsWithinMs = 30_000;
const recoveryMs = 120_000;
/** How long a trouble lasts at least, so that verdicts are given while it does. */
const lastsMs = 15_000;
const pollMs = 100;

async function run({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const reach = await makeReach();
  const rows: Record<string, string | number>[] = [];
  const figures: Record<string, number> = {};
  try {
    await using stack = await startStack({ problems: ['sum'], judgehost: false, unthrottled: true });
    const { token } = await stack.admin.createJudgehost('patient');
    const host = await stack.stack.startJudgehost('patient', token, 2, reach.through);
    const patient: Patient = { pid: host.identity.pid, reach };
    await waitFor(
      'the judgehost to be online',
      async () => (await stack.admin.judgehosts())[0]?.online === true,
      60_000,
    );
    const feeder = new Feeder(stack);
    feeder.start();
    try {
      await waitFor('the first verdicts', async () => feeder.submitted >= 4, 60_000);
      const wanted = process.env['SANDGLASS_TROUBLE']?.split(',') ?? (quick ? quickNames : null);
      for (const trouble of troubles.filter(({ name }) => wanted === null || wanted.includes(name))) {
        const missing = trouble.missing();
        if (missing !== null) {
          progress(`${trouble.name}: skipped, ${missing}`);
          continue;
        }
        progress(`${trouble.name}: ${trouble.what}`);
        if (!(await quiet(stack.admin, trouble.rings))) {
          progress('  skipped: this machine is not quiet enough, its alarm rings already');
          continue;
        }
        const row = await suffer(trouble, patient, stack, quick ? 0 : lastsMs);
        progress(`  ${JSON.stringify(row)}`);
        rows.push(row);
        for (const key of ['alarm s', 'recovery s'] as const) {
          const value = row[key];
          if (typeof value === 'number') figures[`${trouble.name}_${key.replace(' ', '_')}`] = value;
        }
      }
    } finally {
      await feeder.stop();
    }
  } finally {
    await reach.close();
  }
  figures['slowest_alarm_s'] = Math.max(...rows.map((row) => Number(row['alarm s'])));
  return { name: 'trouble', machine: describeMachine(), figures, rows };
}

interface Row extends Record<string, string | number> {
  trouble: string;
  rang: string;
  'alarm s': number;
  'judged meanwhile': number;
  marked: number;
  /** Words where it was not seen in time. */
  'recovery s': number | string;
}

async function suffer(trouble: Trouble, patient: Patient, stack: TestStack, atLeastMs: number): Promise<Row> {
  const began = Date.now();
  const end = await trouble.begin(patient);
  let rang: Alarm | null;
  let alarmMs: number;
  try {
    rang = await ringing(stack.admin, trouble.rings);
    alarmMs = Date.now() - began;
    await pause(Math.max(0, atLeastMs - alarmMs));
  } finally {
    await end();
  }
  const over = Date.now();
  const recovered = await quiet(stack.admin, trouble.rings);
  const recoveryS = rounded((Date.now() - over) / 1000, 1);
  const judged = (await stack.jury.submissions(stack.contest, { limit: '500' })).submissions.filter(
    ({ submittedAt, verdict }) =>
      verdict !== null && Date.parse(submittedAt) >= began && Date.parse(submittedAt) < over,
  );
  return {
    trouble: trouble.name,
    rang: rang === null ? `nothing within ${ringsWithinMs / 1000} s` : `${rang.rule}: ${rang.text}`,
    'alarm s': rounded(alarmMs / 1000, 1),
    'judged meanwhile': judged.length,
    marked: judged.filter(({ judgedWhileSick }) => judgedWhileSick).length,
    'recovery s': recovered ? recoveryS : `not within ${recoveryMs / 1000}`,
  };
}

/** Null: it did not ring in time, which the table then says. */
async function ringing(client: SandglassClient, rules: readonly AlarmRuleId[]): Promise<Alarm | null> {
  const deadline = Date.now() + ringsWithinMs;
  for (;;) {
    const found = (await client.openAlarms()).find(({ rule }) => rules.includes(rule));
    if (found !== undefined) return found;
    if (Date.now() > deadline) return null;
    await pause(pollMs);
  }
}

/** Whether none of these rings any more, in time. */
async function quiet(client: SandglassClient, rules: readonly AlarmRuleId[]): Promise<boolean> {
  const deadline = Date.now() + recoveryMs;
  while ((await client.openAlarms()).some(({ rule }) => rules.includes(rule))) {
    if (Date.now() > deadline) return false;
    await pause(pollMs);
  }
  return true;
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Hands in a program that takes 0.2 s of CPU every second, so that there is always something to judge. */
class Feeder {
  readonly #stack: TestStack;
  readonly #stop = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  submitted = 0;

  constructor(stack: TestStack) {
    this.#stack = stack;
  }

  start(): void {
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const [team] = this.#stack.teams;
    if (team === undefined) throw new Error('the sample contest has no team');
    const client = this.#stack.client(team);
    while (!this.#stop.signal.aborted) {
      const content = `#include <stdio.h>\n#include <time.h>\nint main(void) { long long a, b; while (clock() < CLOCKS_PER_SEC / 5) {} if (scanf("%lld %lld", &a, &b) == 2) printf("%lld\\n", a + b); return 0; } // ${this.submitted}\n`;
      try {
        await client.submit(this.#stack.contest, {
          problem: 'A',
          language: 'c',
          files: [{ name: 'sum.c', content }],
        });
        this.submitted += 1;
      } catch {
        // On a machine this sick a request may fail: the next one is a second away.
      }
      await pause(1000);
    }
  }
}
