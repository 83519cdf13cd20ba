import { alarmRuleIds, type AlarmRuleId } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import type { HostObservation, SystemObservation } from './observation.ts';
import type { Sign } from './rule-parts.ts';
import { hostRules } from './host-rules.ts';
import { describeAlarmRule } from './rules.ts';
import { systemRules } from './system-rules.ts';

const well: HostObservation = {
  name: 'judge-1',
  wanted: true,
  silentMs: 1500,
  figuresAgeMs: 400,
  slots: 20,
  load1: 18,
  runnable: 20,
  blocked: [],
  gap: { runs: 100, p95Us: 2000 },
  throttledShare: 0,
  cpuDrift: 0.01,
  wallDrift: 0.02,
  skew: { ms: -3, roundTripMs: 8 },
  unhealthy: null,
  untrusted: null,
  disk: { path: '/data', freeBytes: 50 * 2 ** 30, totalBytes: 100 * 2 ** 30 },
  broken: { slots: 0, why: null },
  loopLag: { p99Ms: 12, maxMs: 80 },
  restarted: 'none',
};
const busy: SystemObservation = {
  oldestWaitMs: 4000,
  waiting: 300,
  hostsTaking: 3,
  judgingErrors: [],
  apiLag: { p99Ms: 20, maxMs: 100 },
  apiRestarted: 'none',
  databaseAheadMs: 120,
};
const hung = { at: '2026-11-22T10:31:00.000Z', why: 'its event loop was blocked for 8.2 s' };

function host(id: AlarmRuleId, change: Partial<HostObservation>): Sign {
  const rule = hostRules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return rule.look({ ...well, ...change });
}
function system(id: AlarmRuleId, change: Partial<SystemObservation>): Sign {
  const rule = systemRules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return rule.look({ ...busy, ...change });
}

const cgroupMutex = { where: 'cgroup_kn_lock_live', what: 'cgroup_mutex', count: 1, longestMs: 500 };

describe('the alarm rules', () => {
  it('are quiet about a host that is healthy and a system that is busy', () => {
    for (const rule of hostRules) expect([rule.id, rule.look(well).sign]).toEqual([rule.id, 'good']);
    for (const rule of systemRules) expect([rule.id, rule.look(busy).sign]).toEqual([rule.id, 'good']);
  });

  it('are quiet about figures that a host does not report', () => {
    const dumb: HostObservation = {
      ...well,
      silentMs: null,
      load1: null,
      runnable: null,
      blocked: null,
      gap: null,
      throttledShare: null,
      cpuDrift: null,
      wallDrift: null,
      skew: null,
      disk: null,
      loopLag: null,
      restarted: null,
    };
    for (const rule of hostRules) expect([rule.id, rule.look(dumb).sign]).not.toContain('bad');
  });

  it('have one of each id, with a name and an explanation', () => {
    expect([...hostRules, ...systemRules].map(({ id }) => id).sort()).toEqual([...alarmRuleIds].sort());
    for (const id of alarmRuleIds)
      expect(describeAlarmRule(id)).toMatchObject({
        raisedWhen: expect.stringMatching(/; cleared /) as string,
        remedy: expect.stringMatching(/\.$/) as string,
      });
  });

  it.each<[string, Sign, Sign['sign'] | 'warning' | 'critical', RegExp?]>([
    [
      'load of 40 for 20 slots',
      host('load', { load1: 40 }),
      'warning',
      /^Load 40\.0 is 2\.0 times the 20 slots/,
    ],
    ['load of 61 for 30 slots', host('load', { slots: 30, load1: 61.1 }), 'warning'],
    ['load of 80, which says nothing of a verdict', host('load', { load1: 80 }), 'warning'],
    ['load of 39', host('load', { load1: 39 }), 'between'],
    [
      'threads that could run at once',
      host('load', { load1: 3, runnable: 60 }),
      'warning',
      /^60 runnable threads/,
    ],
    ['a moment in which more could run than there are slots', host('load', { runnable: 39 }), 'good'],
    ['gaps of 80 ms', host('gap', { gap: { runs: 20, p95Us: 80_000 } }), 'between'],
    ['gaps of 70 ms', host('gap', { gap: { runs: 20, p95Us: 70_000 } }), 'good'],
    ['a task in D for an instant', host('d-state', { blocked: [cgroupMutex] }), 'between'],
    [
      'a task in D for long',
      host('d-state', { blocked: [{ ...cgroupMutex, longestMs: 3500 }] }),
      'warning',
      /^1 task waits in the kernel at cgroup_mutex \(cgroup_kn_lock_live\), the longest for 3\.5 s/,
    ],
    [
      'tasks in D at a place that cannot be read',
      host('d-state', { blocked: [{ ...cgroupMutex, where: 'unknown', what: null, longestMs: 3500 }] }),
      'warning',
      /^1 task waits in the kernel, the longest for 3\.5 s\. The place is unknown: the kernel shows it only to root/,
    ],
    [
      'tasks in D on a host that does not measure for how long',
      host('d-state', { blocked: [{ ...cgroupMutex, count: 20, longestMs: 0 }] }),
      'critical',
      /^20 tasks wait in the kernel at cgroup_mutex \(cgroup_kn_lock_live\)\.$/,
    ],
    [
      'tasks in D, most at a place that cannot be read',
      host('d-state', {
        blocked: [
          { ...cgroupMutex, where: 'unknown', what: null, count: 257 },
          { ...cgroupMutex, where: 'bpf_prog_pack_free', what: 'BPF filters', count: 771, longestMs: 9_000 },
        ],
      }),
      'critical',
      /^771 of 1 028 tasks stuck in the kernel wait at BPF filters \(bpf_prog_pack_free\), the longest for 9\.0 s\.$/,
    ],
    ['as many in D as slots', host('d-state', { blocked: [{ ...cgroupMutex, count: 20 }] }), 'critical'],
    [
      'frozen on purpose',
      host('d-state', { blocked: [{ ...cgroupMutex, what: 'freezer', count: 50, longestMs: 9e6 }] }),
      'good',
    ],
    ['a gap of 120 ms', host('gap', { gap: { runs: 50, p95Us: 120_000 } }), 'warning', /120 ms/],
    ['a gap of 2 s', host('gap', { gap: { runs: 50, p95Us: 2_000_000 } }), 'critical'],
    [
      'a gap known of two runs',
      host('gap', { gap: { runs: 2, p95Us: 2_000_000 }, cpuDrift: null, wallDrift: null }),
      'unknown',
    ],
    [
      'a lull after a gap while the calibration program waits',
      host('gap', { gap: null, cpuDrift: 0, wallDrift: 0.7 }),
      'unknown',
    ],
    ['a lull after a gap, calibrated', host('gap', { gap: null, cpuDrift: 0.01, wallDrift: 0 }), 'good'],
    ['throttled in a fifth of the periods', host('throttled', { throttledShare: 0.2 }), 'warning', /20 %/],
    ['slower by 12 %', host('drift', { cpuDrift: 0.12 }), 'warning', /12 % more/],
    ['slower by 9 %', host('drift', { cpuDrift: 0.09 }), 'between'],
    ['slower by 7 %', host('drift', { cpuDrift: 0.07, wallDrift: 0.19 }), 'good'],
    ['faster with little to do', host('drift', { cpuDrift: -0.3 }), 'good'],
    ['waiting for a core', host('drift', { wallDrift: 0.7 }), 'warning', /waits for a core for 70 %/],
    [
      'waiting for a core and less CPU time than usual',
      host('drift', { cpuDrift: -0.41, wallDrift: 0.58 }),
      'warning',
      /waits for a core for 58 %/,
    ],
    [
      'a clock 2 s ahead',
      host('clock-skew', { skew: { ms: 2000, roundTripMs: 10 } }),
      'warning',
      /2\.0 s ahead/,
    ],
    [
      'a clock 9 s behind',
      host('clock-skew', { skew: { ms: -9000, roundTripMs: 10 } }),
      'critical',
      /behind/,
    ],
    ['a skew within a slow round trip', host('clock-skew', { skew: { ms: 600, roundTripMs: 900 } }), 'good'],
    ['figures of 2 s ago', host('old-figures', { figuresAgeMs: 2000 }), 'good'],
    ['figures of 4 s ago', host('old-figures', { figuresAgeMs: 4000 }), 'between'],
    [
      'figures of 7 s ago',
      host('old-figures', { figuresAgeMs: 7000 }),
      'warning',
      /^The host answers, but its figures are 7\.0 s old/,
    ],
    ['figures of a minute ago', host('old-figures', { figuresAgeMs: 60_000 }), 'critical'],
    ['silent for 9 s', host('silent-host', { silentMs: 9000 }), 'critical', /9\.0 s/],
    ['silent and switched off', host('silent-host', { silentMs: 9e6, wanted: false }), 'good'],
    [
      'unhealthy',
      host('unhealthy', { unhealthy: { words: 'The calibration program waits.', timesBound: 1.2 } }),
      'critical',
      /^The calibration program waits\.$/,
    ],
    ['a sandbox that failed its test', host('sandbox', { untrusted: 'WA in place of AC' }), 'critical'],
    [
      '1 GiB of 100 free',
      host('disk', { disk: { path: '/', freeBytes: 2 ** 30, totalBytes: 1e11 } }),
      'warning',
    ],
    [
      '100 MiB of a small disk free',
      host('disk', { disk: { path: '/', freeBytes: 100 * 2 ** 20, totalBytes: 500 * 2 ** 20 } }),
      'critical',
    ],
    [
      'a twentieth of a large disk free',
      host('disk', { disk: { path: '/', freeBytes: 200 * 2 ** 30, totalBytes: 4000 * 2 ** 30 } }),
      'good',
    ],
    [
      'a wait of two minutes',
      system('queue-wait', { oldestWaitMs: 120_000 }),
      'critical',
      /oldest for 120 s/,
    ],
    [
      'a wait of ten seconds while no host takes tasks',
      system('no-host', { oldestWaitMs: 10_000, waiting: 3, hostsTaking: 0 }),
      'critical',
      /^No host takes work\. 3 submissions wait, the oldest for 10 s\.$/,
    ],
    [
      'a submission that has just come while no host takes tasks',
      system('no-host', { oldestWaitMs: 900, waiting: 1, hostsTaking: 0 }),
      'between',
    ],
    ['no host and nothing that waits', system('no-host', { waiting: 0, hostsTaking: 0 }), 'good'],
    [
      'a long wait for a host, which is another alarm',
      system('queue-wait', { oldestWaitMs: 120_000, waiting: 1, hostsTaking: 0 }),
      'good',
    ],
    [
      'one judging error',
      system('judging-errors', { judgingErrors: [{ contest: 'main', count: 1 }] }),
      'critical',
      /^1 submission .*: its team waits for the jury\.$/,
    ],
    [
      'a slot that cannot be built',
      host('slots', { broken: { slots: 1, why: 'The kernel does not make new slots.' } }),
      'warning',
      /^1 of 20 slots cannot be built: The kernel does not make new slots\.$/,
    ],
    ['no slot that can be built', host('slots', { broken: { slots: 20, why: null } }), 'critical'],
    [
      'a loop that is late',
      host('loop-lag', { loopLag: { p99Ms: 600, maxMs: 900 } }),
      'warning',
      /p99 0.6 s/,
    ],
    [
      'an event loop that was blocked once',
      host('loop-lag', { loopLag: { p99Ms: 30, maxMs: 2_500 } }),
      'warning',
    ],
    [
      'a loop that hardly turns',
      system('api-loop-lag', { apiLag: { p99Ms: 3_000, maxMs: 4_000 } }),
      'critical',
    ],
    ['another api’s loop', system('api-loop-lag', { apiLag: null }), 'unknown'],
    [
      'a host restarted a minute ago',
      host('restarted', { restarted: { ...hung, agoMs: 60_000 } }),
      'warning',
      /^The judgehost was restarted at 10:31:00 UTC: its event loop was blocked for 8.2 s\.$/,
    ],
    [
      'an api restarted just now',
      system('api-restarted', { apiRestarted: { ...hung, agoMs: 0 } }),
      'warning',
    ],
    [
      'one restarted long ago',
      system('api-restarted', { apiRestarted: { ...hung, agoMs: 600_000 } }),
      'good',
    ],
    [
      'a database whose clock is an hour behind',
      system('database-clock', { databaseAheadMs: -3_600_000 }),
      'critical',
      /is 3600 s behind the api’s/,
    ],
    ['clocks that differ a little more', system('database-clock', { databaseAheadMs: 1_200 }), 'warning'],
    ['clocks that nobody compared', system('database-clock', { databaseAheadMs: null }), 'unknown'],
    [
      'judging errors of two contests',
      system('judging-errors', {
        judgingErrors: [
          { contest: 'main', count: 3 },
          { contest: 'trial', count: 2 },
        ],
      }),
      'critical',
      /^5 submissions .*: their teams wait for the jury\.$/,
    ],
  ])('%s', (_name, sign, expected, words) => {
    expect(sign.sign === 'bad' ? sign.severity : sign.sign).toBe(expected);
    if (words !== undefined) expect(sign.sign === 'bad' ? sign.text : '').toMatch(words);
  });
});
