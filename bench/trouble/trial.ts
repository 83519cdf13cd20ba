/** One trouble tried on a host that judges: the alarm, the marks, the recovery. */
import type { Alarm, AlarmRuleId } from '@sandglass/contracts';
import { takePicture } from './camera.ts';
import type { Trouble } from './troubles.ts';
import type { Ward } from './ward.ts';
import { pause, type Watcher } from './watcher.ts';

const ringsWithinMs = 30_000;
/** Where verdicts are to be marked: until the host calls itself sick, and has given some. */
const marksWithinMs = 60_000;
const recoveryMs = 300_000;
/** How long a host may take until the trouble’s own alarms do not ring. */
const calmMs = 180_000;

export interface Outcome {
  /** Null: none of the trouble’s alarms did, in time. */
  readonly rang: Alarm | null;
  readonly alarmMs: number;
  /** Submissions handed in since the trouble began that had their verdict when it ended. */
  readonly judged: number;
  readonly marked: number;
  /** Since its end; null: not in time. */
  readonly recoveredMs: number | null;
}

export interface TrialOptions {
  /** For the manual, at its height. */
  readonly picture?: boolean;
  /** How long it lasts at least, ms. */
  readonly lastsMs?: number;
  /** It is over when none of these rings; the trouble's alarms unless others are named. */
  readonly over?: readonly AlarmRuleId[];
}

/** Whether none of its alarms rings, so that it can begin. */
export function isCalm(rules: readonly AlarmRuleId[], watcher: Watcher): Promise<boolean> {
  return watcher.silence(rules, calmMs);
}

/** @param begin see {@link Trouble} */
export async function suffer(
  trouble: Trouble,
  ward: Ward,
  watcher: Watcher,
  begin: () => Promise<() => Promise<void>>,
  { picture = false, lastsMs = 0, over = trouble.rings }: TrialOptions = {},
): Promise<Outcome> {
  const askedMs = Date.now();
  const end = await begin();
  // What is still being made makes nobody sick yet.
  const beganMs = Date.now();
  watcher.mark(`it begins (made in ${((beganMs - askedMs) / 1000).toFixed(1)} s)`);
  let rang: Alarm | null;
  let alarmMs: number;
  let judged: string[];
  try {
    rang = await watcher.alarm(trouble.rings, ringsWithinMs);
    alarmMs = Date.now() - beganMs;
    await pause(Math.max(0, lastsMs - alarmMs));
    if (trouble.marks) await watcher.alarm(['sick'], marksWithinMs);
    judged = await judgedSince(ward, beganMs, trouble.marks ? 1 : 0);
    if (picture && rang !== null) await takePicture(ward, `trouble-${trouble.name}`);
  } finally {
    await end();
  }
  watcher.mark(`it ends, ${String(judged.length)} judged meanwhile`);
  const overMs = Date.now();
  const recovered = await watcher.silence(over, recoveryMs);
  const recoveredMs = recovered ? Date.now() - overMs : null;
  const all = await Promise.all(judged.map((id) => ward.stack.jury.submission(id)));
  const marked = all.filter(({ judgedWhileSick }) => judgedWhileSick).length;
  return { rang, alarmMs, judged: judged.length, marked, recoveredMs };
}

/** Submissions that were handed in since then and have their verdict. @param atLeast waited for as long as for a mark */
async function judgedSince(
  { stack: { jury, contest } }: Ward,
  sinceMs: number,
  atLeast: number,
): Promise<string[]> {
  const deadline = Date.now() + marksWithinMs;
  for (;;) {
    const { submissions } = await jury.submissions(contest, { limit: '500' });
    const judged = submissions.filter(
      ({ submittedAt, verdict }) => verdict !== null && Date.parse(submittedAt) >= sinceMs,
    );
    if (judged.length >= atLeast || Date.now() > deadline) return judged.map(({ id }) => id);
    await pause(500);
  }
}
