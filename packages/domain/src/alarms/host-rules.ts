/** The rules over each host. */
import { unknownPlace } from '@sandglass/contracts';
import type { BlockedObservation } from './observation.ts';
import { lookAtLag, lookAtRestart } from './process-signs.ts';
import {
  above,
  between,
  critical,
  gibibytes,
  good,
  percent,
  seconds,
  slotsOf,
  unknown,
  type HostRule,
} from './rule-parts.ts';

/**
 * Four missed heartbeats where hosts send one every 2 s (more than 100 hosts), eight where they send one a second: seen
 * within 10 s of the death.
 */
export const silentAfterMs = 8_500;

/** Figures older than this say nothing of now, ms. */
export const oldFiguresMs = 5_000;

/** The calibration program may wait for so many times as long as it may compute longer. */
const waitPerDrift = 2.5;

/** Whether the alarm about the calibration program goes by its CPU time; else it goes by how long it waits for a core. */
export function driftLeads(of: { readonly cpuDrift: number; readonly wallDrift: number | null }): boolean {
  return of.cpuDrift >= (of.wallDrift ?? 0) / waitPerDrift;
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
  // Older judgehosts do not measure it.
  const longest = longestMs > 0 ? `, the longest for ${seconds(longestMs)}` : '';
  const known = waits.filter(({ where }) => where !== unknownPlace);
  if (known.length === 0)
    return `${tasks} in the kernel${longest}. The place is unknown: the kernel shows it only to root.`;
  const top = known.reduce((most, wait) => (wait.count > most.count ? wait : most));
  const place = top.what === null ? top.where : `${top.what} (${top.where})`;
  if (top.count === count) return `${tasks} in the kernel at ${place}${longest}.`;
  return `${groups(top.count)} of ${groups(count)} tasks stuck in the kernel wait at ${place}${longest}.`;
}

/** 1028 → "1 028". */
function groups(count: number): string {
  return count.toLocaleString('en').replaceAll(',', ' ');
}

export const hostRules: readonly HostRule[] = [
  {
    id: 'silent-host',
    title: 'Silent host',
    raisedWhen:
      'a host that may take tasks, or holds some, has not reported for 8.5 s; cleared when it reports again or other hosts have its tasks',
    remedy:
      'Look whether the machine is up and reaches the api. Its tasks go to the other hosts when their leases end.',
    raiseAfterMs: 0,
    clearAfterMs: 0,
    look: ({ wanted, silentMs }) => {
      if (silentMs === null || !wanted) return good;
      return silentMs < silentAfterMs
        ? good
        : critical(`The host has not reported for ${seconds(silentMs)}.`, silentMs);
    },
  },
  {
    id: 'old-figures',
    title: 'Old figures',
    raisedWhen:
      'a host answers, but its figures are at least 5 s old; cleared when they are less than 3 s old',
    remedy: 'Look at the disks of the machine and at its kernel log.',
    raiseAfterMs: 0,
    clearAfterMs: 4_000,
    look: ({ figuresAgeMs }) => {
      const age = seconds(figuresAgeMs);
      return above(
        figuresAgeMs,
        { good: 3_000, warning: oldFiguresMs, critical: 15_000 },
        () =>
          `The host answers, but its figures are ${age} old: it cannot read its own state. A disk may have failed.`,
      );
    },
  },
  {
    // Figures that say something of the machine and nothing of a verdict are warnings, however bad they are.
    id: 'load',
    title: 'Load',
    raisedWhen:
      'the load of the last minute, or the number of runnable threads, is at least twice the number of slots; cleared when both are below 1.5 times',
    remedy: 'Stop what else runs on the machine, or give the judgehost fewer slots.',
    raiseAfterMs: 4_000,
    // The number of runnable threads varies: a healthy host exceeds the bound for moments, but not for as long as raising takes.
    clearAfterMs: 4_000,
    look: ({ slots, load1, runnable }) => {
      if (load1 === null || slots === 0) return unknown;
      // The load of a minute takes a minute to rise: the number of tasks that could run now rises at once.
      const worst = runnable !== null && runnable >= 2 * slots ? Math.max(load1, runnable) : load1;
      return above(worst / slots, { good: 1.5, warning: 2, critical: Infinity }, () =>
        worst === load1
          ? `Load ${load1.toFixed(1)} is ${(load1 / slots).toFixed(1)} times the ${slotsOf(slots)}.`
          : `${String(worst)} runnable threads are ${(worst / slots).toFixed(1)} times the ${slotsOf(slots)} (load ${load1.toFixed(1)}).`,
      );
    },
  },
  {
    id: 'd-state',
    title: 'Tasks stuck in the kernel',
    raisedWhen: 'tasks are in state D: as many as slots, or one of them for 3 s; cleared when there are none',
    remedy:
      'Drain the host and look up the place in the kernel. Restart the machine if the tasks do not wake.',
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
        // Of as many, the longer wait is worse.
        figure: count + longestMs / 1e9,
      };
    },
  },
  {
    id: 'gap',
    title: 'Wall far from CPU time',
    raisedWhen:
      'p95 of wall − CPU time of recent runs is at least 100 ms; cleared below 75 ms or, when there are no recent runs, when the calibration program is as fast as usual',
    remedy: 'Stop what else runs on the machine, or drain the host. Judge its latest verdicts again.',
    raiseAfterMs: 0,
    clearAfterMs: 10_000,
    look: ({ gap, cpuDrift, wallDrift }) => {
      if (gap === null || gap.runs < 5) {
        // Without recent runs only the calibration program can show that it is over.
        const recovered = cpuDrift !== null && cpuDrift < 0.1 && (wallDrift ?? 0) < 0.25;
        return recovered ? good : unknown;
      }
      const ms = gap.p95Us / 1000;
      return above(
        ms,
        { good: 75, warning: 100, critical: 500 },
        () =>
          `5 % of the runs took at least ${ms < 1000 ? `${ms.toFixed(0)} ms` : seconds(ms)} more wall time than CPU time.`,
      );
    },
  },
  {
    id: 'throttled',
    title: 'Throttled by a quota',
    raisedWhen: 'a CPU quota stopped the host in 10 % of its periods; cleared below 2 %',
    remedy: 'Lift the CPU quota of the control group that the judgehost runs in.',
    raiseAfterMs: 3_000,
    clearAfterMs: 10_000,
    look: ({ throttledShare }) => {
      if (throttledShare === null) return unknown;
      return above(
        throttledShare,
        { good: 0.02, warning: 0.1, critical: 0.5 },
        () => `A CPU quota stopped the host in ${percent(throttledShare)} of its periods.`,
      );
    },
  },
  {
    id: 'drift',
    title: 'Calibration drift',
    raisedWhen:
      'the calibration program takes 10 % more CPU time than when the host was healthy, or waits for a core for 25 % of its CPU time; cleared below 8 % and 20 %',
    remedy: 'Stop what else runs on the machine; look at its clock rate and temperature.',
    raiseAfterMs: 2_000,
    clearAfterMs: 10_000,
    look: ({ cpuDrift, wallDrift }) => {
      if (cpuDrift === null) return unknown;
      const wall = wallDrift ?? 0;
      // Less is no trouble: the baseline was measured with all slots at work. Waiting may take more than computing: an
      // interruption in every few runs is ordinary. Where both threads of a core work at times, the program takes a few
      // percent more, so a raised alarm must not wait for less than that.
      const worst = Math.max(cpuDrift, wall / waitPerDrift);
      return above(worst, { good: 0.08, warning: 0.1, critical: Infinity }, () =>
        driftLeads({ cpuDrift, wallDrift })
          ? `The calibration program takes ${percent(cpuDrift)} more CPU time than when the host was healthy.`
          : `The calibration program waits for a core for ${percent(wall)} of its CPU time.`,
      );
    },
  },
  {
    id: 'clock-skew',
    title: 'Clock skew',
    raisedWhen:
      'the clocks of the host and of the api differ by at least 0.5 s, beyond the error of the measurement; cleared within 0.25 s',
    remedy: 'Synchronise the clock of the machine with NTP.',
    raiseAfterMs: 2_000,
    clearAfterMs: 6_000,
    look: ({ skew }) => {
      if (skew === null) return unknown;
      // The estimate is right within half of the round trip.
      const sure = Math.max(0, Math.abs(skew.ms) - skew.roundTripMs / 2);
      return above(
        sure,
        { good: 250, warning: 500, critical: 5_000 },
        () => `The clock of the host is ${seconds(Math.abs(skew.ms))} ${skew.ms > 0 ? 'ahead' : 'behind'}.`,
      );
    },
  },
  {
    id: 'unhealthy',
    title: 'Unhealthy host',
    raisedWhen:
      'the host reports that it is unhealthy, and verdicts given at that time are marked; cleared when it recovers',
    remedy: 'Drain the host, remove the cause, and rejudge what it judged at that time.',
    raiseAfterMs: 0,
    clearAfterMs: 0,
    look: ({ unhealthy }) => (unhealthy === null ? good : critical(unhealthy.words, unhealthy.timesBound)),
  },
  {
    id: 'sandbox',
    title: 'Sandbox not trusted',
    raisedWhen:
      'the self-test of the sandbox failed, so the host takes no tasks; cleared when the test passes',
    remedy: 'Read the reason, mend it, then enable the host again: it tests itself first.',
    raiseAfterMs: 0,
    clearAfterMs: 0,
    look: ({ untrusted }) => (untrusted === null ? good : critical(untrusted, 1)),
  },
  {
    id: 'disk',
    title: 'Low disk space',
    raisedWhen: 'less than 2 GiB are free; cleared at 3 GiB',
    remedy: 'Free disk space, or give the judgehost a smaller cache.',
    raiseAfterMs: 4_000,
    clearAfterMs: 10_000,
    look: ({ disk }) => {
      if (disk === null || disk.totalBytes === 0) return unknown;
      const free = disk.freeBytes / 2 ** 30;
      // Tasks need space for what they write, however small the disk is.
      if (free >= 3) return good;
      if (free >= 2) return between;
      const text = `${gibibytes(disk.freeBytes)} of ${gibibytes(disk.totalBytes)} free at ${disk.path}.`;
      return { sign: 'bad', severity: free < 0.5 ? 'critical' : 'warning', text, figure: -disk.freeBytes };
    },
  },
  {
    id: 'slots',
    title: 'Slots cannot be built',
    raisedWhen: 'a slot cannot be built, so nothing is judged in it; cleared when all can be built',
    remedy: 'Read the reason and the log of the judgehost.',
    raiseAfterMs: 0,
    clearAfterMs: 0,
    look: ({ broken, slots }) =>
      above(
        broken.slots,
        { good: 1, warning: 1, critical: slots },
        () =>
          `${String(broken.slots)} of ${slotsOf(slots)} cannot be built: ${broken.why ?? 'the log has the reason'}`,
      ),
  },
  {
    id: 'loop-lag',
    title: 'Judgehost responds slowly',
    raisedWhen:
      'the judgehost’s event loop is delayed: p99 of 5 s is at least 500 ms, or one delay is 2 s; cleared when both are below half of that for 10 s',
    remedy: 'Look at the CPU and the disks of the machine.',
    raiseAfterMs: 4_000,
    clearAfterMs: 10_000,
    look: ({ loopLag }) => lookAtLag(loopLag, 'The judgehost’s'),
  },
  {
    id: 'restarted',
    title: 'Judgehost restarted',
    raisedWhen:
      'the judgehost’s process ended unexpectedly, or hung and was killed; cleared ten minutes later',
    remedy: 'Read the reason and the log of the judgehost.',
    raiseAfterMs: 0,
    clearAfterMs: 0,
    look: ({ restarted }) => lookAtRestart(restarted, 'The judgehost'),
  },
];
