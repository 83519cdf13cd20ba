/** One trouble tried on a host that judges: the alarm, the marks, the recovery. */
import type { Alarm, AlarmRuleId } from '@sandglass/contracts';
import { takePicture } from './camera.ts';
import type { Trouble } from './troubles.ts';
import type { Environment } from './environment.ts';
import { pause, type Watcher } from './watcher.ts';

const raisedWithinMs = 30_000;
/** Where verdicts are to be marked: until the host reports itself unhealthy, and has given some. */
const marksWithinMs = 60_000;
const recoveryMs = 300_000;
/** How long a host may take until the trouble’s own alarms are cleared. */
const quietMs = 180_000;

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
  /** It is over when none of these is raised; the trouble's alarms unless others are named. */
  readonly over?: readonly AlarmRuleId[];
}

/** Whether none of its alarms is raised, so that it can begin. */
export function isQuiet(rules: readonly AlarmRuleId[], watcher: Watcher): Promise<boolean> {
  return watcher.silence(rules, quietMs);
}

/** @param begin see {@link Trouble} */
export async function suffer(
  trouble: Trouble,
  environment: Environment,
  watcher: Watcher,
  begin: () => Promise<() => Promise<void>>,
  { picture = false, lastsMs = 0, over = trouble.raises }: TrialOptions = {},
): Promise<Outcome> {
  const askedMs = Date.now();
  const end = await begin();
  // What is still being made makes nobody unhealthy yet.
  const beganMs = Date.now();
  watcher.mark(`it begins (made in ${((beganMs - askedMs) / 1000).toFixed(1)} s)`);
  let rang: Alarm | null;
  let alarmMs: number;
  let judged: string[];
  try {
    rang = await watcher.alarm(trouble.raises, raisedWithinMs);
    alarmMs = Date.now() - beganMs;
    await pause(Math.max(0, lastsMs - alarmMs));
    let sinceMs = beganMs;
    if (trouble.marks) {
      await watcher.alarm(['unhealthy'], marksWithinMs);
      // What was judged before the host knew has no mark.
      sinceMs = Date.now();
    }
    judged = await judgedSince(environment, sinceMs, trouble.marks ? 1 : 0);
    if (picture && rang !== null) await takePicture(environment, `trouble-${trouble.name}`);
  } finally {
    await end();
  }
  watcher.mark(`it ends, ${String(judged.length)} judged meanwhile`);
  const overMs = Date.now();
  const recovered = await watcher.silence(over, recoveryMs);
  const recoveredMs = recovered ? Date.now() - overMs : null;
  const all = await Promise.all(judged.map((id) => environment.stack.jury.submission(id)));
  const marked = all.filter(({ judgedWhileUnhealthy }) => judgedWhileUnhealthy).length;
  return { rang, alarmMs, judged: judged.length, marked, recoveredMs };
}

/** Submissions that were handed in since then and have their verdict. @param atLeast waited for as long as for a mark */
async function judgedSince(
  { stack: { jury, contest } }: Environment,
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
