/** What is promised of every trouble, for tests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isQuiet, suffer } from './trial.ts';
import { nearTroubles, type NearTrouble } from './troubles.ts';
import { openLocalEnvironment, type LocalEnvironment } from './environment.ts';
import { Watcher } from './watcher.ts';

/**
 * The promise is ten seconds, and the bench shows it kept by a machine that does nothing else. Beside other tests the
 * figures, the heartbeat that brings them and the look that raises the alarm wait for a core, each a second or two.
 */
const raisedWithinMs = 15_000;
/** How long the unhealthy period of a trouble before may last: its signs must have been better for 20 s. */
const formerMs = 30_000;
/** For the test, the slow parts of it all in a row: quiet, alarm, unhealthy period, verdicts, recovery. */
const proofMs = 660_000;

/**
 * Tests of these troubles, one after another on one judgehost that judges; awaited, for what they need is looked up first.
 * @param look at what the host said of itself and which alarms were raised, line by line, when a trouble is over
 */
export async function proveTroubles(
  names: readonly string[],
  look: (story: string) => void = () => {},
): Promise<void> {
  const root = process.getuid?.() === 0;
  const tried = await Promise.all(
    nearTroubles
      .filter(({ name }) => names.includes(name))
      .map(async (trouble) => ({ trouble, missing: await trouble.missing() })),
  );
  describe.skipIf(!root)(
    root ? 'a judgehost in trouble' : 'judgehosts in trouble (skipped: need root)',
    () => {
      let environment: LocalEnvironment;

      beforeAll(async () => {
        environment = await openLocalEnvironment();
      }, 180_000);

      afterAll(() => environment?.[Symbol.asyncDispose]());

      for (const { trouble, missing } of tried)
        it.skipIf(missing !== null)(
          `raises its alarm, marks what it judges where times suffer, and recovers: ${trouble.what}${missing === null ? '' : ` (skipped: ${missing})`}`,
          async () => look(await prove(trouble, environment)),
          proofMs,
        );
    },
  );
}

/**
 * Tries it, once none of its alarms is raised, and expects the alarm in time, a mark on every verdict given in that
 * time, and recovery.
 * @returns the lines of the watcher
 */
async function prove(trouble: NearTrouble, environment: LocalEnvironment): Promise<string> {
  const lines: string[] = [];
  await using watcher = await Watcher.open(environment, (line) => lines.push(line));
  const story = (): string => lines.join('\n');
  // On a machine that others use as well; the bench waits for all its alarms.
  const over = trouble.own ?? trouble.raises;
  expect(await isQuiet(over, watcher), story()).toBe(true);
  // A mark is to be of this trouble, not of the one before; beside other tests a host may be unhealthy by itself.
  await watcher.silence(['unhealthy'], formerMs);
  const { rang, alarmMs, judged, marked, recoveredMs } = await suffer(
    trouble,
    environment,
    watcher,
    () => trouble.begin(environment),
    { over },
  );
  expect(trouble.raises, story()).toContain(rang?.rule);
  expect(alarmMs, story()).toBeLessThan(raisedWithinMs);
  if (trouble.marks) {
    expect(judged, story()).toBeGreaterThan(0);
    expect(marked, story()).toBe(judged);
  }
  expect(recoveredMs, story()).not.toBeNull();
  return story();
}
