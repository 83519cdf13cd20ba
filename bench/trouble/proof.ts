/** What is promised of every trouble, for tests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCalm, suffer } from './trial.ts';
import { nearTroubles, type NearTrouble } from './troubles.ts';
import { openNearWard, type NearWard } from './ward.ts';
import { Watcher } from './watcher.ts';

/**
 * The promise is ten seconds, and the bench shows it kept by a machine that does nothing else. Beside other tests the
 * figures, the heartbeat that brings them and the look that raises the alarm wait for a core, each a second or two.
 */
const ringsWithinMs = 15_000;
/** How long the sickness of a trouble before may last: its signs must have been better for 20 s. */
const formerMs = 30_000;
/** For the test, the slow parts of it all in a row: calm, alarm, sickness, verdicts, recovery. */
const proofMs = 660_000;

/**
 * Tests of these troubles, one after another on one judgehost that judges; awaited, for what they need is looked up first.
 * @param look at what the host said of itself and what rang, line by line, when a trouble is over
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
      let ward: NearWard;

      beforeAll(async () => {
        ward = await openNearWard();
      }, 180_000);

      afterAll(() => ward?.[Symbol.asyncDispose]());

      for (const { trouble, missing } of tried)
        it.skipIf(missing !== null)(
          `rings, marks what it judges where times suffer, and recovers: ${trouble.what}${missing === null ? '' : ` (skipped: ${missing})`}`,
          async () => look(await prove(trouble, ward)),
          proofMs,
        );
    },
  );
}

/**
 * Tries it, once the host is calm, and expects the alarm in time, a mark on every verdict given meanwhile, and recovery.
 * @returns what was told
 */
async function prove(trouble: NearTrouble, ward: NearWard): Promise<string> {
  const lines: string[] = [];
  await using watcher = await Watcher.open(ward, (line) => lines.push(line));
  const story = (): string => lines.join('\n');
  // On a machine that others use as well; the bench waits for all its alarms.
  const over = trouble.own ?? trouble.rings;
  expect(await isCalm(over, watcher), story()).toBe(true);
  // A mark is to be of this trouble, not of the one before; beside other tests a host may be sick by itself.
  await watcher.silence(['sick'], formerMs);
  const { rang, alarmMs, judged, marked, recoveredMs } = await suffer(
    trouble,
    ward,
    watcher,
    () => trouble.begin(ward),
    { over },
  );
  expect(trouble.rings, story()).toContain(rang?.rule);
  expect(alarmMs, story()).toBeLessThan(ringsWithinMs);
  if (trouble.marks) {
    expect(judged, story()).toBeGreaterThan(0);
    expect(marked, story()).toBe(judged);
  }
  expect(recoveredMs, story()).not.toBeNull();
  return story();
}
