import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextCapacity, startCapacity } from './capacity.ts';
import { healthRules, type HealthObservation } from './health-signs.ts';
import { judgeHealth, lateMs, recoveryMs, restrainingReasons, startHealth, type Health } from './health.ts';

/** A host of two slots that is well, as one records it: every two seconds. */
function well(atMs: number, changes: Partial<HealthObservation> = {}): HealthObservation {
  return {
    atMs,
    slots: 2,
    calibration: { cpuDrift: 0.01, wallDrift: 0.01, evidenceMs: 8000 },
    gap: { runs: 200, p95Us: 400, excess: { p95Us: 300, latestUs: 0 }, evidenceMs: 60_000 },
    judging: true,
    foreign: null,
    dState: 0,
    lasting: 0,
    load1: 1.7,
    throttledShare: null,
    stealRatio: 0,
    temperatureC: null,
    ...changes,
  };
}

/** One observation every two seconds. */
function watch(from: Health, startMs: number, observations: readonly Partial<HealthObservation>[]): Health[] {
  let health = from;
  return observations.map((changes, index) => {
    health = judgeHealth(health, well(startMs + index * 2000, changes));
    return health;
  });
}

const times = (count: number, one: Partial<HealthObservation>): Partial<HealthObservation>[] =>
  Array.from({ length: count }, () => one);

describe('the health of a host', () => {
  it('is healthy as long as every sign is', () => {
    const all = watch(startHealth(0), 0, times(100, {}));
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['healthy']));
    expect(all.at(-1)).toMatchObject({ sinceMs: 0, reasons: [] });
  });

  const slow = { calibration: { cpuDrift: 0.62, wallDrift: 0, evidenceMs: 6000 } };

  it('is degraded at once when the calibration program needs far more CPU time, unhealthy when that lasts, from the first evidence on', () => {
    const all = watch(startHealth(0), 100_000, times(10, slow));
    expect(all[0]).toMatchObject({ state: 'degraded', sinceMs: 94_000 });
    const firstUnhealthy = all.findIndex(({ state }) => state === 'unhealthy');
    expect(firstUnhealthy).toBe(4);
    expect(all[firstUnhealthy]).toMatchObject({ state: 'unhealthy', sinceMs: 94_000 });
    expect(all[firstUnhealthy]?.reasons).toEqual([
      {
        sign: 'calibration-cpu',
        state: 'unhealthy',
        text: 'the calibration program needs 62 % more CPU time than when this host was healthy (bound 40 %)',
        timesBound: 0.62 / 0.4,
      },
    ]);
  });

  it('stays what it was where figures are not known', () => {
    const stuck = { dState: 40, load1: 50 };
    const unknown = { dState: null, lasting: null, load1: null };
    const all = watch(startHealth(0), 0, [...times(4, stuck), ...times(30, unknown)]);
    expect(all.at(3)?.state).toBe('unhealthy');
    expect(all.at(-1)?.state).toBe('unhealthy');
  });

  it('recovers step by step, and only after it has been better for a while', () => {
    const all = watch(startHealth(0), 0, [...times(5, slow), ...times(30, {})]).slice(4);
    const states = all.map(({ state }) => state);
    // Within its bound it is no reason any more, and the worst figure is what there is to say.
    const worst =
      'recovering; at worst the calibration program needs 62 % more CPU time than when this host was healthy (bound 40 %)';
    for (const { state, reasons } of all.slice(1)) {
      if (state === 'healthy') continue;
      expect(reasons[0]?.text).toBe(worst);
      expect(reasons[0]?.timesBound).toBeLessThan(1);
    }
    const steps = recoveryMs / 2000;
    expect(states.indexOf('degraded')).toBe(1 + steps);
    expect(states.indexOf('healthy')).toBe(1 + 2 * steps);
    expect(all.at(-1)?.sinceMs).toBe((5 + 2 * steps) * 2000);
  });

  it('names a sign within its bound after those over theirs, and never with a figure that is within it', () => {
    const busy = { cpuDrift: 0.2, wallDrift: 0.58, evidenceMs: 6000 };
    const quick = { cpuDrift: -0.36, wallDrift: 0.58, evidenceMs: 6000 };
    const health = watch(startHealth(0), 0, [...times(3, { calibration: busy }), { calibration: quick }]).at(
      -1,
    );
    expect(health?.reasons.map(({ text }) => text)).toEqual([
      'the calibration program waits for a core for 58 % of its CPU time (bound 30 %)',
      'recovering; at worst the calibration program needs 20 % more CPU time than when this host was healthy (bound 15 %)',
    ]);
  });

  it('does not change with a figure that trembles about a bound', () => {
    const bounds = [0.405, 0.39];
    const all = watch(startHealth(0), 0, [
      ...times(5, slow),
      ...Array.from({ length: 100 }, (_, index) => ({
        calibration: { cpuDrift: bounds[index % 2] ?? 0, wallDrift: 0, evidenceMs: 0 },
      })),
    ]);
    expect(new Set(all.slice(4).map(({ state }) => state))).toEqual(new Set(['unhealthy']));
  });

  it('does not mind one moment of many blocked tasks, but four seconds of them', () => {
    expect(watch(startHealth(0), 0, [{ dState: 40 }, {}]).at(-1)?.state).toBe('healthy');
    const health = watch(startHealth(0), 0, times(3, { dState: 40 })).at(-1);
    expect(health).toMatchObject({ state: 'unhealthy', sinceMs: 0 });
    // It may have begun right after the last look at which all was well.
    const later = watch(startHealth(0), 10_000, [{}, {}, ...times(3, { dState: 40 })]).at(-1);
    expect(later).toMatchObject({ state: 'unhealthy', sinceMs: 12_000 });
    expect(health?.reasons[0]?.text).toBe(
      '40 tasks are stuck in the kernel (state D) for 2 slots (bound 8 each)',
    );
  });

  it('of the machine of the Hefei regional, load and blocked tasks far above its slots, is unhealthy', () => {
    // seeds: load at least twice the instances, hundreds of processes in state D, wall time far beyond CPU time.
    const hefei = {
      slots: 40,
      load1: 96,
      dState: 350,
      gap: { runs: 500, p95Us: 2_400_000, excess: { p95Us: 2_200_000, latestUs: 0 }, evidenceMs: 30_000 },
      calibration: null,
    };
    const health = watch(startHealth(0), 0, times(4, hefei)).at(-1);
    expect(health?.state).toBe('unhealthy');
    expect(health?.reasons.map(({ sign, state }) => `${sign}: ${state}`)).toEqual([
      'gap: unhealthy',
      'd-state: unhealthy',
      'stuck: unhealthy',
      'load: degraded',
    ]);
  });

  it('that is unhealthy by its load average was so from when it began to be degraded, for a minute at most', () => {
    const blocked = { dState: 5, load1: 1.7 };
    const from = (looks: number): Health | undefined =>
      watch(startHealth(0), 100_000, [
        ...times(3, {}),
        ...times(looks, blocked),
        ...times(4, { ...blocked, load1: 9 }),
      ]).find(({ state }) => state === 'unhealthy');
    const soon = from(8);
    expect(soon).toMatchObject({ sinceMs: 104_000 });
    const late = from(100);
    expect(late?.sinceMs).toBe((late?.atMs ?? 0) - lateMs);
  });

  it('of the regional before anything else was seen, 28 tasks in state D and a load of 61 for 30 slots, is unhealthy', () => {
    const all = watch(startHealth(0), 0, times(4, { slots: 30, load1: 61.1, dState: 28, gap: null }));
    expect(all.map(({ state }) => state)).toEqual(['healthy', 'healthy', 'unhealthy', 'unhealthy']);
    expect(all.at(-1)?.reasons[0]?.text).toBe(
      '28 tasks hang in the kernel (state D), 0 of them for at least 3 s, at a load of 61.1 for 30 slots',
    );
  });

  it('is unhealthy when as many tasks as slots wait for seconds in the kernel, at any load', () => {
    const stuck = { slots: 8, load1: 3, dState: 8, lasting: 8 };
    expect(watch(startHealth(0), 0, times(3, stuck)).at(-1)?.state).toBe('unhealthy');
    expect(watch(startHealth(0), 0, times(3, { ...stuck, lasting: 5 })).at(-1)?.state).toBe('degraded');
    // A slow disk under a small host is not worth that much.
    const slowDisk = { slots: 1, load1: 1, dState: 1, lasting: 1 };
    expect(watch(startHealth(0), 0, times(9, slowDisk)).at(-1)?.state).toBe('healthy');
  });

  it('is no worse than degraded by load or heat alone', () => {
    const busy = { load1: 400, temperatureC: 104 };
    expect(watch(startHealth(0), 0, times(20, busy)).at(-1)?.state).toBe('degraded');
  });

  it('has all its slots again after it was unhealthy, however long it is loaded and warm', () => {
    const warm = { load1: 90, temperatureC: 96 };
    let health = startHealth(0);
    let capacity = startCapacity(20);
    const spend = (fromMs: number, untilMs: number, changes: Partial<HealthObservation>): void => {
      for (let atMs = fromMs; atMs < untilMs; atMs += 2000) {
        health = judgeHealth(health, { ...well(atMs, changes), slots: 20 });
        const held = restrainingReasons(health)[0]?.state ?? 'healthy';
        capacity = nextCapacity(capacity, 20, held, atMs);
      }
    };
    spend(0, 70_000, { ...warm, throttledShare: 0.9 });
    expect(capacity.allowed).toBe(2);
    spend(70_000, 3_600_000, { ...warm, throttledShare: 0 });
    expect(health.reasons.map(({ sign, state }) => [sign, state])).toEqual([
      ['load', 'degraded'],
      ['temperature', 'degraded'],
    ]);
    expect(capacity.allowed).toBe(20);
  });

  it('is left as it was by what is not known', () => {
    const all = watch(startHealth(0), 0, [...times(5, slow), ...times(50, { calibration: null })]);
    expect(all.at(-1)).toMatchObject({ state: 'unhealthy', sinceMs: -6000 });
    expect(all.at(-1)?.reasons[0]?.text).toContain('62 %');
  });

  it('takes no percentile of a handful of runs for one', () => {
    const gap = { runs: 19, p95Us: 5_000_000, evidenceMs: 1000 };
    const few = { gap: { ...gap, excess: { p95Us: 5_000_000, latestUs: 0 } } };
    expect(watch(startHealth(0), 0, times(10, few)).at(-1)?.state).toBe('healthy');
    // Unless most of the latest lost so much.
    const most = { gap: { ...gap, runs: 6, excess: { p95Us: 5_000_000, latestUs: 900_000 } } };
    for (const calibration of [null, well(0).calibration]) {
      const health = watch(startHealth(0), 10_000, [{ ...most, calibration }]).at(-1);
      expect(health).toMatchObject({ state: 'unhealthy', sinceMs: 9000 });
      expect(health?.reasons[0]?.text).toBe(
        'most of the latest runs lose 900 ms or more to waiting that no shared core explains (bound 500 ms)',
      );
    }
  });

  it('recovers from long gaps though it has next to nothing to do, while its calibration program is healthy', () => {
    const slow = {
      gap: { runs: 200, p95Us: 2_400_000, excess: { p95Us: 2_400_000, latestUs: 0 }, evidenceMs: 30_000 },
    };
    const few = {
      gap: { runs: 3, p95Us: 2_400_000, excess: { p95Us: 2_400_000, latestUs: null }, evidenceMs: 1000 },
    };
    const unhealthy = watch(startHealth(0), 0, times(4, slow)).at(-1) ?? startHealth(0);
    expect(unhealthy.state).toBe('unhealthy');
    for (const lull of [{ gap: null }, few]) {
      const after = watch(unhealthy, 10_000, times(25, lull));
      expect(after[0]).toMatchObject({ state: 'unhealthy', reasons: [{ sign: 'gap' }] });
      expect(after[0]?.reasons[0]?.text).toBe(
        'recovering; at worst 5 % of the runs lose 2.4 s or more to waiting that no shared core explains (bound 500 ms)',
      );
      expect(after.at(-1)).toMatchObject({ state: 'healthy', reasons: [] });
    }
    // Without a calibration program nothing is known.
    expect(watch(unhealthy, 10_000, times(25, { gap: null, calibration: null })).at(-1)?.state).toBe(
      'unhealthy',
    );
    const drifting = { gap: null, calibration: { cpuDrift: 0.62, wallDrift: 0, evidenceMs: 6000 } };
    expect(watch(unhealthy, 10_000, times(25, drifting)).at(-1)?.state).toBe('unhealthy');
  });

  it('always has a reason unless it is healthy, and becomes healthy again when all is well', () => {
    const ratio = fc.double({ min: 0, max: 5, noNaN: true });
    const observation = fc.record({
      calibration: fc.option(
        fc.record({ cpuDrift: ratio, wallDrift: ratio, evidenceMs: fc.integer({ min: 0, max: 20_000 }) }),
      ),
      gap: fc.option(
        fc.record({
          runs: fc.integer({ min: 1, max: 300 }),
          p95Us: fc.integer({ min: 0, max: 5_000_000 }),
          excess: fc.record({
            p95Us: fc.integer({ min: 0, max: 5_000_000 }),
            latestUs: fc.option(fc.integer({ min: 0, max: 5_000_000 })),
          }),
          evidenceMs: fc.constant(10_000),
        }),
      ),
      judging: fc.boolean(),
      foreign: fc.option(
        fc.record({ cores: fc.double({ min: 0, max: 8, noNaN: true }), of: fc.constant(8) }),
      ),
      dState: fc.integer({ min: 0, max: 100 }),
      lasting: fc.integer({ min: 0, max: 100 }),
      load1: fc.double({ min: 0, max: 50, noNaN: true }),
      throttledShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      stealRatio: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    });
    fc.assert(
      fc.property(fc.array(observation, { maxLength: 40 }), (observations) => {
        const all = watch(startHealth(0), 0, observations);
        for (const { state, reasons, sinceMs } of all) {
          expect(reasons.length === 0).toBe(state === 'healthy');
          expect(reasons.every(({ text }) => text !== '')).toBe(true);
          expect(Number.isFinite(sinceMs)).toBe(true);
        }
        const after = watch(all.at(-1) ?? startHealth(0), 1_000_000, times(30, { throttledShare: 0 }));
        expect(after.at(-1)?.state).toBe('healthy');
      }),
    );
  });
});

describe('a host that somebody works on', () => {
  /** Two compilers and a browser on two cores: a slot gets a third of its core, its CPU time is a little worse. */
  const laptop: Partial<HealthObservation> = {
    load1: 5.5,
    calibration: { cpuDrift: 0.3, wallDrift: 2.1, evidenceMs: 8000 },
    gap: { runs: 40, p95Us: 1_900_000, excess: { p95Us: 60_000, latestUs: 0 }, evidenceMs: 60_000 },
    foreign: { cores: 1.7, of: 2 },
  };

  it('is degraded and not unhealthy, however long, and says what to do', () => {
    const all = watch(startHealth(0), 0, times(300, laptop));
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['degraded']));
    const said = all.at(-1)?.reasons.find(({ sign }) => sign === 'calibration-wall')?.text;
    expect(said).toBe(
      'the calibration program waits for a core for 210 % of its CPU time (bound 30 %): other programs keep 1.7 of 2 cores busy; ' +
        'stop them, give the judgehost fewer slots (SANDGLASS_SLOTS), or run it on a dedicated machine',
    );
  });

  it('keeps all its slots', () => {
    let health = startHealth(0);
    let capacity = startCapacity(2);
    for (let atMs = 0; atMs < 600_000; atMs += 2000) {
      health = judgeHealth(health, well(atMs, laptop));
      capacity = nextCapacity(capacity, 2, health.state, atMs);
      expect(capacity.allowed).toBe(2);
    }
  });

  it('is not unhealthy by its calibration while it judges nothing: there is no verdict to mistrust', () => {
    const crowded = { calibration: { cpuDrift: 0.9, wallDrift: 7, evidenceMs: 8000 }, judging: false };
    expect(watch(startHealth(0), 0, times(100, crowded)).at(-1)?.state).toBe('degraded');
    // With the first programs it is, and they are marked from the evidence on.
    const judging = watch(startHealth(0), 0, [
      ...times(100, crowded),
      ...times(5, { ...crowded, judging: true }),
    ]);
    expect(judging.at(-1)).toMatchObject({ state: 'unhealthy', sinceMs: 192_000 });
  });

  it('is unhealthy when so much else runs that a slot has less than a quarter of its core', () => {
    const hogs = { ...laptop, calibration: { cpuDrift: 0.1, wallDrift: 7.4, evidenceMs: 8000 } };
    const states = watch(startHealth(0), 0, times(6, hogs)).map(({ state }) => state);
    expect(states.slice(0, 4)).toEqual(Array(4).fill('degraded'));
    expect(states[4]).toBe('unhealthy');
  });

  it('is unhealthy when its runs are stopped for no reason of theirs, busy or not', () => {
    const stalls = {
      ...laptop,
      gap: { runs: 40, p95Us: 900_000, excess: { p95Us: 880_000, latestUs: 0 }, evidenceMs: 9000 },
    };
    expect(watch(startHealth(0), 0, [stalls]).at(-1)).toMatchObject({ state: 'unhealthy', sinceMs: -9000 });
  });
});

it('every sign can be left again: its bound to leave a state is below the one to enter it', () => {
  for (const { degraded, unhealthy } of healthRules) {
    expect(degraded.leave).toBeLessThan(degraded.enter);
    if (unhealthy === null) continue;
    expect(unhealthy.leave).toBeLessThan(unhealthy.enter);
    expect(degraded.enter).toBeLessThan(unhealthy.enter);
  }
});
