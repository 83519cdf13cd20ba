/** The rules over the system as a whole. */
import { lookAtLag, lookAtRestart } from './process-signs.ts';
import { above, between, critical, good, seconds, unknown, type SystemRule } from './rule-parts.ts';

/** So long a submission waits before an alarm says that no host takes work: one that restarts is back sooner, ms. */
const noHostAfterMs = 5_000;

/** "3 submissions wait, the oldest for 30 s". */
function waits(count: number, oldestMs: number): string {
  const who = count === 1 ? '1 submission waits' : `${String(count)} submissions wait`;
  return `${who}, the oldest for ${seconds(oldestMs)}`;
}

export const systemRules: readonly SystemRule[] = [
  {
    id: 'no-host',
    title: 'No host takes work',
    raisedWhen:
      'submissions whose judging is not paused wait for 5 s or longer and no host takes tasks: all are disabled, draining, silent or not trusted; cleared when a host takes tasks or nothing waits',
    remedy: 'Enable a judgehost, or start one.',
    raiseAfterMs: 0,
    clearAfterMs: 2_000,
    look: ({ oldestWaitMs, waiting, hostsTaking }) => {
      if (waiting === 0 || hostsTaking > 0) return good;
      if (oldestWaitMs < noHostAfterMs) return between;
      return critical(`No host takes work. ${waits(waiting, oldestWaitMs)}.`, oldestWaitMs);
    },
  },
  {
    id: 'judging-errors',
    title: 'Judging errors',
    raisedWhen:
      'a team’s submission has a judging error, in a contest that runs or ended less than a day ago; cleared when all are judged again',
    remedy: 'Read the reason on the page of a submission, remove it, and judge the submissions again.',
    raiseAfterMs: 0,
    clearAfterMs: 0,
    look: ({ judgingErrors }) => {
      const count = judgingErrors.reduce((sum, one) => sum + one.count, 0);
      if (count === 0) return good;
      const text =
        count === 1
          ? '1 submission has a judging error: its team waits for the jury.'
          : `${String(count)} submissions have a judging error: their teams wait for the jury.`;
      const contests = judgingErrors.map(({ contest }) => contest);
      return { sign: 'bad', severity: 'critical', text, figure: count, contests };
    },
  },
  {
    id: 'queue-wait',
    title: 'Submissions wait',
    raisedWhen:
      'the oldest submission whose judging is not paused has waited for a minute though a host takes tasks; cleared below 20 s',
    remedy:
      'Look whether slots are idle: then no host may judge what waits (language, image, restriction). Otherwise add hosts.',
    raiseAfterMs: 0,
    clearAfterMs: 5_000,
    look: ({ oldestWaitMs, waiting, hostsTaking }) => {
      // That is the alarm above, and one is enough.
      if (waiting > 0 && hostsTaking === 0) return good;
      return above(
        oldestWaitMs / 1000,
        { good: 20, warning: 60, critical: 60 },
        () => `${waits(waiting, oldestWaitMs)}.`,
      );
    },
  },
  {
    id: 'api-loop-lag',
    title: 'Api responds slowly',
    raisedWhen:
      'an api’s event loop is delayed: p99 of 5 s is at least 500 ms, or one delay is 2 s; cleared when both are below half of that for 10 s',
    remedy: 'Look at the CPU and the disks of the server.',
    raiseAfterMs: 4_000,
    clearAfterMs: 10_000,
    look: ({ apiLag }) => lookAtLag(apiLag, 'The api’s'),
  },
  {
    id: 'api-restarted',
    title: 'Api restarted',
    raisedWhen: 'an api’s process ended unexpectedly, or hung and was killed; cleared ten minutes later',
    remedy: 'Read the reason and the log of the api.',
    raiseAfterMs: 0,
    clearAfterMs: 0,
    look: ({ apiRestarted }) => lookAtRestart(apiRestarted, 'The api'),
  },
  {
    id: 'database-clock',
    title: 'Clocks of api and database differ',
    raisedWhen: 'the clocks of an api and of the database differ by at least 1 s; cleared within 0.5 s',
    remedy: 'Synchronise the clocks of both machines with NTP.',
    raiseAfterMs: 2_000,
    clearAfterMs: 6_000,
    look: ({ databaseAheadMs }) => {
      if (databaseAheadMs === null) return unknown;
      const off = Math.abs(databaseAheadMs);
      return above(
        off,
        { good: 500, warning: 1_000, critical: 60_000 },
        () =>
          `The database’s clock is ${seconds(off)} ${databaseAheadMs > 0 ? 'ahead of' : 'behind'} the api’s. Synchronise both with NTP.`,
      );
    },
  },
];
