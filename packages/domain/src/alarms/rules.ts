/**
 * The default alarm rules. Each says of a figure whether it is bad, good or in between; a raised alarm stays until the
 * figure is good, so one that wavers around its bound does not ring again and again. How long either must last is
 * the rule's own patience (`alarm-state.ts`).
 */
import { type AlarmRuleId, type AlarmSeverity, unknownPlace } from '@sandglass/contracts';
import type {
  BlockedObservation,
  HostObservation,
  HouseObservation,
  LagObservation,
  RestartObservation,
} from './observation.ts';

/** `between`: neither bad enough to raise nor good enough to clear. `unknown`: no figure, which changes nothing. */
export type Sign =
  | { readonly sign: 'good' | 'between' | 'unknown' }
  | { readonly sign: 'bad'; readonly severity: AlarmSeverity; readonly text: string };

interface Rule<Observation> {
  readonly id: AlarmRuleId;
  readonly title: string;
  /** When it rings and when it stops, for people. */
  readonly rings: string;
  /** How long the figure must be bad without a break before the alarm is raised, ms. */
  readonly raiseAfterMs: number;
  /** How long it must be good before the alarm is cleared, ms. */
  readonly clearAfterMs: number;
  readonly look: (observation: Observation) => Sign;
}
export type HostRule = Rule<HostObservation>;
export type HouseRule = Rule<HouseObservation>;

const good: Sign = { sign: 'good' };
const between: Sign = { sign: 'between' };
const unknown: Sign = { sign: 'unknown' };

interface Bounds {
  /** Below it all is well. */
  readonly good: number;
  readonly warning: number;
  readonly critical: number;
}

/** For figures of which more is worse. @param words what to say when it is bad */
function above(value: number, bounds: Bounds, words: () => string): Sign {
  if (value < bounds.good) return good;
  if (value < bounds.warning) return between;
  return { sign: 'bad', severity: value < bounds.critical ? 'warning' : 'critical', text: words() };
}

const critical = (text: string): Sign => ({ sign: 'bad', severity: 'critical', text });
const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 9_950 ? 1 : 0)} s`;
const percent = (share: number): string => `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)} %`;
const slotsOf = (count: number): string => `${String(count)} ${count === 1 ? 'slot' : 'slots'}`;
const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

/** Heartbeats come every 2 s: four missed ones, seen within 10 s of the death. */
export const silentAfterMs = 8_500;

/** Figures older than this say nothing of now, ms. */
export const oldFiguresMs = 5_000;

/** A restart is worth an alarm for this long, ms. */
export const restartRingsMs = 600_000;

/** @param whose the beginning of a sentence */
function lookAtLag(lag: LagObservation | null, whose: string): Sign {
  if (lag === null) return unknown;
  const worst = Math.max(lag.p99Ms, lag.maxMs / 4);
  return above(
    worst,
    { good: 250, warning: 500, critical: 2_000 },
    () =>
      `${whose} event loop is late: p99 ${seconds(lag.p99Ms)}, longest ${seconds(lag.maxMs)}. At 5 s it is ended and started again.`,
  );
}

function lookAtRestart(restarted: RestartObservation | 'none' | null, whose: string): Sign {
  if (restarted === null) return unknown;
  if (restarted === 'none' || restarted.agoMs >= restartRingsMs) return good;
  const { at, why } = restarted;
  return {
    sign: 'bad',
    severity: 'warning',
    text: `${whose} was ended at ${at.slice(11, 19)} UTC and started again: ${why}.`,
  };
}

const harmlessWaits = new Set(['freezer', 'vfork']);

/**
 * Waits in the kernel that are no trouble: the freezer stops on purpose, vfork is over at once.
 * @param what the name of a wait, with or without its explanation: "freezer: Stopped on purpose …"
 */
export function isHarmlessWait(what: string | null | undefined): boolean {
  return harmlessWaits.has(what?.split(':')[0] ?? '');
}

/** The commonest known place says most, also where most places are hidden. */
function wordsOfWaits(waits: readonly BlockedObservation[], count: number, longestMs: number): string {
  const tasks = count === 1 ? '1 task waits' : `${groups(count)} tasks wait`;
  const longest = `the longest for ${seconds(longestMs)}`;
  const known = waits.filter(({ where }) => where !== unknownPlace);
  if (known.length === 0)
    return `${tasks} in the kernel, ${longest}. Where cannot be read: the kernel tells it to root alone.`;
  const top = known.reduce((most, wait) => (wait.count > most.count ? wait : most));
  const place = top.what === null ? top.where : `${top.what} (${top.where})`;
  if (top.count === count) return `${tasks} in the kernel at ${place}, ${longest}.`;
  return `${groups(top.count)} of ${groups(count)} tasks stuck in the kernel wait at ${place}, ${longest}.`;
}

/** 1028 → "1 028". */
function groups(count: number): string {
  return count.toLocaleString('en').replaceAll(',', ' ');
}

export const hostRules: readonly HostRule[] = [
  {
    id: 'silent-host',
    title: 'Silent host',
    rings:
      'nothing was heard for 8.5 s of a host that may take tasks or holds some; until it is heard again, or what it held went elsewhere',
    raiseAfterMs: 0,
    clearAfterMs: 0,
    look: ({ wanted, silentMs }) => {
      if (silentMs === null || !wanted) return good;
      return silentMs < silentAfterMs ? good : critical(`Nothing heard of it for ${seconds(silentMs)}.`);
    },
  },
  {
    id: 'old-figures',
    title: 'Old figures',
    rings:
      'a host goes on answering, but what it says of itself is 5 s old and more; until it is fresh again',
    raiseAfterMs: 0,
    clearAfterMs: 4_000,
    look: ({ figuresAgeMs }) => {
      const age = seconds(figuresAgeMs);
      return above(
        figuresAgeMs,
        { good: 3_000, warning: oldFiguresMs, critical: 15_000 },
        () => `It answers, but its figures are ${age} old: it cannot read how it is. A disk may be dead.`,
      );
    },
  },
  {
    id: 'load',
    title: 'Load',
    rings:
      'load of a minute, or threads that could run now, at least twice the slots; until neither is, and the load is below 1.5 times',
    raiseAfterMs: 4_000,
    // What can run differs from moment to moment: a calm host, too, has too much for one, and none for as long as it takes to ring.
    clearAfterMs: 4_000,
    look: ({ slots, load1, runnable }) => {
      if (load1 === null || slots === 0) return unknown;
      // A load of a minute takes a minute to tell: what could run at this moment says it earlier.
      const worst = runnable !== null && runnable >= 2 * slots ? Math.max(load1, runnable) : load1;
      return above(worst / slots, { good: 1.5, warning: 2, critical: 4 }, () =>
        worst === load1
          ? `Load ${load1.toFixed(1)} is ${(load1 / slots).toFixed(1)} times its ${slotsOf(slots)}.`
          : `${String(worst)} threads could run, ${(worst / slots).toFixed(1)} times its ${slotsOf(slots)} (load ${load1.toFixed(1)}).`,
      );
    },
  },
  {
    id: 'd-state',
    title: 'Tasks stuck in the kernel',
    rings: 'tasks in state D, as many as slots or one of them for 3 s; until there is none',
    raiseAfterMs: 2_000,
    clearAfterMs: 10_000,
    look: ({ slots, blocked }) => {
      if (blocked === null) return unknown;
      const waits = blocked.filter(({ what }) => !isHarmlessWait(what));
      const count = waits.reduce((sum, wait) => sum + wait.count, 0);
      if (count === 0) return good;
      const longestMs = Math.max(...waits.map((wait) => wait.longestMs));
      const many = count >= Math.max(2, slots);
      if (!many && longestMs < 3_000) return between;
      return {
        sign: 'bad',
        severity: many ? 'critical' : 'warning',
        text: wordsOfWaits(waits, count, longestMs),
      };
    },
  },
  {
    id: 'gap',
    title: 'Wall far from CPU time',
    rings:
      'p95 of wall − CPU of recent runs from 100 ms on; until below 75 ms, or, with no runs left to tell, until the calibration program is calm',
    raiseAfterMs: 0,
    clearAfterMs: 10_000,
    look: ({ gap, cpuDrift, wallDrift }) => {
      if (gap === null || gap.runs < 5) {
        // In a lull nothing else would ever say that it is over.
        const calm = cpuDrift !== null && cpuDrift < 0.1 && (wallDrift ?? 0) < 0.25;
        return calm ? good : unknown;
      }
      const ms = gap.p95Us / 1000;
      return above(
        ms,
        { good: 75, warning: 100, critical: 500 },
        () => `A twentieth of its runs took ${ms.toFixed(0)} ms and more of wall time beyond their CPU time.`,
      );
    },
  },
  {
    id: 'throttled',
    title: 'Throttled by a quota',
    rings: 'a CPU quota stopped the host in a tenth of its periods; until below 2 %',
    raiseAfterMs: 3_000,
    clearAfterMs: 10_000,
    look: ({ throttledShare }) => {
      if (throttledShare === null) return unknown;
      return above(
        throttledShare,
        { good: 0.02, warning: 0.1, critical: 0.5 },
        () => `A CPU quota stopped it in ${percent(throttledShare)} of the periods.`,
      );
    },
  },
  {
    id: 'drift',
    title: 'Calibration drift',
    rings:
      'the calibration program takes a tenth more than when the host was calm, or waits for a core for a quarter of its CPU time; until both are below 8 % and a fifth',
    raiseAfterMs: 2_000,
    clearAfterMs: 10_000,
    look: ({ cpuDrift, wallDrift }) => {
      if (cpuDrift === null) return unknown;
      const wall = wallDrift ?? 0;
      // Less is no trouble: calm was measured with all slots at work. Waiting in place of working is allowed more: one
      // interrupted run in a few is ordinary. Where both cores of a pair work at times the program takes a few percent more,
      // so the alarm that has rung must not wait for less than that.
      const worst = Math.max(cpuDrift, wall / 2.5);
      return above(worst, { good: 0.08, warning: 0.1, critical: 0.25 }, () =>
        cpuDrift >= wall / 2.5
          ? `The calibration program takes ${percent(cpuDrift)} more CPU time than when the host was calm.`
          : `The calibration program waits ${percent(wall)} of its CPU time for a core.`,
      );
    },
  },
  {
    id: 'clock-skew',
    title: 'Clock skew',
    rings: 'its clock and the api’s differ by 0.5 s and more for certain; until within 0.25 s',
    raiseAfterMs: 2_000,
    clearAfterMs: 6_000,
    look: ({ skew }) => {
      if (skew === null) return unknown;
      // The estimate is right within half of the round trip.
      const sure = Math.max(0, Math.abs(skew.ms) - skew.roundTripMs / 2);
      return above(
        sure,
        { good: 250, warning: 500, critical: 5_000 },
        () => `Its clock is ${seconds(Math.abs(skew.ms))} ${skew.ms > 0 ? 'ahead' : 'behind'}.`,
      );
    },
  },
  {
    id: 'sick',
    title: 'Sick host',
    rings: 'the host calls itself sick: verdicts given meanwhile are marked; until it does no longer',
    raiseAfterMs: 0,
    clearAfterMs: 0,
    look: ({ sick }) => (sick === null ? good : critical(sick)),
  },
  {
    id: 'sandbox',
    title: 'Sandbox not to be trusted',
    rings: 'the self-test of its sandbox failed, so it takes nothing; until it passes',
    raiseAfterMs: 0,
    clearAfterMs: 0,
    look: ({ untrusted }) => (untrusted === null ? good : critical(untrusted)),
  },
  {
    id: 'disk',
    title: 'Little disk',
    rings: 'less than 2 GiB free; until 3 GiB',
    raiseAfterMs: 4_000,
    clearAfterMs: 10_000,
    look: ({ disk }) => {
      if (disk === null || disk.totalBytes === 0) return unknown;
      const free = disk.freeBytes / 2 ** 30;
      // Tasks need room by what they write, however small the disk is.
      if (free >= 3) return good;
      if (free >= 2) return between;
      const text = `${gibibytes(disk.freeBytes)} of ${gibibytes(disk.totalBytes)} free at ${disk.path}.`;
      return { sign: 'bad', severity: free < 0.5 ? 'critical' : 'warning', text };
    },
  },
  {
    id: 'slots',
    title: 'Slots cannot be built',
    rings: 'a slot cannot be built, so nothing is judged there; until all can',
    raiseAfterMs: 0,
    clearAfterMs: 0,
    look: ({ broken, slots }) =>
      above(
        broken.slots,
        { good: 1, warning: 1, critical: slots },
        () =>
          `${String(broken.slots)} of ${slotsOf(slots)} cannot be built: ${broken.why ?? 'the log says why'}`,
      ),
  },
  {
    id: 'loop-lag',
    title: 'Judgehost slow to react',
    rings:
      'the judgehost’s event loop is late: p99 of 5 s from 500 ms, or once 2 s; until below half of that for 10 s',
    raiseAfterMs: 4_000,
    clearAfterMs: 10_000,
    look: ({ loopLag }) => lookAtLag(loopLag, 'Its'),
  },
  {
    id: 'restarted',
    title: 'Judgehost restarted',
    rings:
      'the judgehost’s process ended without being asked to, or hung and was ended; until ten minutes later',
    raiseAfterMs: 0,
    clearAfterMs: 0,
    look: ({ restarted }) => lookAtRestart(restarted, 'The judgehost'),
  },
];

export const houseRules: readonly HouseRule[] = [
  {
    id: 'queue-wait',
    title: 'Submissions wait',
    rings: 'the oldest submission waits for a minute, or for 10 s while no host is online; until below 20 s',
    raiseAfterMs: 0,
    clearAfterMs: 5_000,
    look: ({ oldestWaitMs, waiting, hostsOnline }) => {
      const many = waiting === 1 ? '1 task waits' : `${String(waiting)} tasks wait`;
      if (waiting > 0 && hostsOnline === 0 && oldestWaitMs >= 10_000)
        return critical(`${many}, the oldest for ${seconds(oldestWaitMs)}, and no judgehost is online.`);
      return above(
        oldestWaitMs / 1000,
        { good: 20, warning: 60, critical: 300 },
        () => `${many}, the oldest for ${seconds(oldestWaitMs)}.`,
      );
    },
  },
  {
    id: 'judging-errors',
    title: 'Judging errors',
    rings: 'a judging failed by our own fault within the last ten minutes; until ten minutes without one',
    raiseAfterMs: 0,
    clearAfterMs: 0,
    look: ({ judgingErrors }) =>
      above(judgingErrors, { good: 1, warning: 1, critical: 5 }, () =>
        judgingErrors === 1
          ? '1 judging failed by our own fault within ten minutes.'
          : `${String(judgingErrors)} judgings failed by our own fault within ten minutes.`,
      ),
  },
  {
    id: 'api-loop-lag',
    title: 'Api slow to react',
    rings:
      'an api’s event loop is late: p99 of 5 s from 500 ms, or once 2 s; until below half of that for 10 s',
    raiseAfterMs: 4_000,
    clearAfterMs: 10_000,
    look: ({ apiLag }) => lookAtLag(apiLag, 'The api’s'),
  },
  {
    id: 'api-restarted',
    title: 'Api restarted',
    rings: 'an api’s process ended without being asked to, or hung and was ended; until ten minutes later',
    raiseAfterMs: 0,
    clearAfterMs: 0,
    look: ({ apiRestarted }) => lookAtRestart(apiRestarted, 'The api'),
  },
  {
    id: 'database-clock',
    title: 'Clocks of api and database differ',
    rings: 'the clocks of an api and of the database differ by 1 s and more; until within 0.5 s',
    raiseAfterMs: 2_000,
    clearAfterMs: 6_000,
    look: ({ databaseAheadMs }) => {
      if (databaseAheadMs === null) return unknown;
      const off = Math.abs(databaseAheadMs);
      return above(
        off,
        { good: 500, warning: 1_000, critical: 60_000 },
        () =>
          `The database’s clock is ${seconds(off)} ${databaseAheadMs > 0 ? 'ahead of' : 'behind'} the api’s. Have NTP set both.`,
      );
    },
  },
];

const byId = new Map<AlarmRuleId, HostRule | HouseRule>(
  [...hostRules, ...houseRules].map((rule) => [rule.id, rule] as const),
);

/** What a rule is called and when it rings. */
export function describeAlarmRule(id: AlarmRuleId): { title: string; rings: string } {
  const rule = byId.get(id);
  return rule === undefined ? { title: id, rings: '' } : { title: rule.title, rings: rule.rings };
}
