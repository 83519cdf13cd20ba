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
    sentinel: { cpuDrift: 0.01, wallDrift: 0.01, evidenceMs: 8000 },
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
  it('is calm as long as every sign is', () => {
    const all = watch(startHealth(0), 0, times(100, {}));
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['calm']));
    expect(all.at(-1)).toMatchObject({ sinceMs: 0, reasons: [] });
  });

  const slow = { sentinel: { cpuDrift: 0.62, wallDrift: 0, evidenceMs: 6000 } };

  it('is strained at once when the calibration program needs far more CPU time, sick when that lasts, from the first evidence on', () => {
    const all = watch(startHealth(0), 100_000, times(10, slow));
    expect(all[0]).toMatchObject({ state: 'strained', sinceMs: 94_000 });
    const firstSick = all.findIndex(({ state }) => state === 'sick');
    expect(firstSick).toBe(4);
    expect(all[firstSick]).toMatchObject({ state: 'sick', sinceMs: 94_000 });
    expect(all[firstSick]?.reasons).toEqual([
      {
        sign: 'sentinel-cpu',
        state: 'sick',
        text: 'the calibration program needs 62 % more CPU time than when this host was calm (bound 40 %)',
      },
    ]);
  });

  it('stays what it was where figures are not known', () => {
    const stuck = { dState: 40, load1: 50 };
    const unknown = { dState: null, lasting: null, load1: null };
    const all = watch(startHealth(0), 0, [...times(4, stuck), ...times(30, unknown)]);
    expect(all.at(3)?.state).toBe('sick');
    expect(all.at(-1)?.state).toBe('sick');
  });

  it('recovers step by step, and only after it has been better for a while', () => {
    const all = watch(startHealth(0), 0, [...times(5, slow), ...times(30, {})]).slice(4);
    const states = all.map(({ state }) => state);
    expect(all[1]?.reasons[0]?.text).toMatch(
      /needs 1 % more .* \(bound 40 %\); better now, not yet for long enough$/,
    );
    const steps = recoveryMs / 2000;
    expect(states.indexOf('strained')).toBe(1 + steps);
    expect(states.indexOf('calm')).toBe(1 + 2 * steps);
    expect(all.at(-1)?.sinceMs).toBe((5 + 2 * steps) * 2000);
  });

  it('does not change with a figure that trembles about a bound', () => {
    const bounds = [0.405, 0.39];
    const all = watch(startHealth(0), 0, [
      ...times(5, slow),
      ...Array.from({ length: 100 }, (_, index) => ({
        sentinel: { cpuDrift: bounds[index % 2] ?? 0, wallDrift: 0, evidenceMs: 0 },
      })),
    ]);
    expect(new Set(all.slice(4).map(({ state }) => state))).toEqual(new Set(['sick']));
  });

  it('does not mind one moment of many blocked tasks, but four seconds of them', () => {
    expect(watch(startHealth(0), 0, [{ dState: 40 }, {}]).at(-1)?.state).toBe('calm');
    const health = watch(startHealth(0), 0, times(3, { dState: 40 })).at(-1);
    expect(health).toMatchObject({ state: 'sick', sinceMs: 0 });
    // It may have begun right after the last look at which all was well.
    const later = watch(startHealth(0), 10_000, [{}, {}, ...times(3, { dState: 40 })]).at(-1);
    expect(later).toMatchObject({ state: 'sick', sinceMs: 12_000 });
    expect(health?.reasons[0]?.text).toBe(
      '40 tasks are stuck in the kernel (state D) for 2 slots (bound 8 each)',
    );
  });

  it('of the machine of the Hefei regional, load and blocked tasks far above its slots, is sick', () => {
    // seeds: load at least twice the instances, hundreds of processes in state D, wall time far beyond CPU time.
    const hefei = {
      slots: 40,
      load1: 96,
      dState: 350,
      gap: { runs: 500, p95Us: 2_400_000, excess: { p95Us: 2_200_000, latestUs: 0 }, evidenceMs: 30_000 },
      sentinel: null,
    };
    const health = watch(startHealth(0), 0, times(4, hefei)).at(-1);
    expect(health?.state).toBe('sick');
    expect(health?.reasons.map(({ sign, state }) => `${sign}: ${state}`)).toEqual([
      'gap: sick',
      'd-state: sick',
      'stuck: sick',
      'load: strained',
    ]);
  });

  it('that is sick by its load average was so from when it began to be strained, for a minute at most', () => {
    const blocked = { dState: 5, load1: 1.7 };
    const from = (looks: number): Health | undefined =>
      watch(startHealth(0), 100_000, [
        ...times(3, {}),
        ...times(looks, blocked),
        ...times(4, { ...blocked, load1: 9 }),
      ]).find(({ state }) => state === 'sick');
    const soon = from(8);
    expect(soon).toMatchObject({ sinceMs: 104_000 });
    const late = from(100);
    expect(late?.sinceMs).toBe((late?.atMs ?? 0) - lateMs);
  });

  it('of the regional before anything else was seen, 28 tasks in state D and a load of 61 for 30 slots, is sick', () => {
    const all = watch(startHealth(0), 0, times(4, { slots: 30, load1: 61.1, dState: 28, gap: null }));
    expect(all.map(({ state }) => state)).toEqual(['calm', 'calm', 'sick', 'sick']);
    expect(all.at(-1)?.reasons[0]?.text).toBe(
      '28 tasks hang in the kernel (state D), 0 of them for 3 s and longer, at a load of 61.1 for 30 slots',
    );
  });

  it('is sick when as many tasks as slots wait for seconds in the kernel, whatever the load', () => {
    const stuck = { slots: 8, load1: 3, dState: 8, lasting: 8 };
    expect(watch(startHealth(0), 0, times(3, stuck)).at(-1)?.state).toBe('sick');
    expect(watch(startHealth(0), 0, times(3, { ...stuck, lasting: 5 })).at(-1)?.state).toBe('strained');
    // A slow disk under a small host is not worth that much.
    const slowDisk = { slots: 1, load1: 1, dState: 1, lasting: 1 };
    expect(watch(startHealth(0), 0, times(9, slowDisk)).at(-1)?.state).toBe('calm');
  });

  it('is no worse than strained by load or heat alone', () => {
    const busy = { load1: 400, temperatureC: 104 };
    expect(watch(startHealth(0), 0, times(20, busy)).at(-1)?.state).toBe('strained');
  });

  it('has all its slots again after it was sick, however long it is loaded and warm', () => {
    const warm = { load1: 90, temperatureC: 96 };
    let health = startHealth(0);
    let capacity = startCapacity(20);
    const spend = (fromMs: number, untilMs: number, changes: Partial<HealthObservation>): void => {
      for (let atMs = fromMs; atMs < untilMs; atMs += 2000) {
        health = judgeHealth(health, { ...well(atMs, changes), slots: 20 });
        const held = restrainingReasons(health)[0]?.state ?? 'calm';
        capacity = nextCapacity(capacity, 20, held, atMs);
      }
    };
    spend(0, 70_000, { ...warm, throttledShare: 0.9 });
    expect(capacity.allowed).toBe(2);
    spend(70_000, 3_600_000, { ...warm, throttledShare: 0 });
    expect(health.reasons.map(({ sign, state }) => [sign, state])).toEqual([
      ['load', 'strained'],
      ['temperature', 'strained'],
    ]);
    expect(capacity.allowed).toBe(20);
  });

  it('is left as it was by what is not known', () => {
    const all = watch(startHealth(0), 0, [...times(5, slow), ...times(50, { sentinel: null })]);
    expect(all.at(-1)).toMatchObject({ state: 'sick', sinceMs: -6000 });
    expect(all.at(-1)?.reasons[0]?.text).toContain('62 %');
  });

  it('takes no percentile of a handful of runs for one', () => {
    const gap = { runs: 19, p95Us: 5_000_000, evidenceMs: 1000 };
    const few = { gap: { ...gap, excess: { p95Us: 5_000_000, latestUs: 0 } } };
    expect(watch(startHealth(0), 0, times(10, few)).at(-1)?.state).toBe('calm');
    // Unless most of the latest lost so much.
    const most = { gap: { ...gap, runs: 6, excess: { p95Us: 5_000_000, latestUs: 900_000 } } };
    for (const sentinel of [null, well(0).sentinel]) {
      const health = watch(startHealth(0), 10_000, [{ ...most, sentinel }]).at(-1);
      expect(health).toMatchObject({ state: 'sick', sinceMs: 9000 });
      expect(health?.reasons[0]?.text).toBe(
        'most of its latest runs lose 900 ms or more to waiting that no shared core explains (bound 500 ms)',
      );
    }
  });

  it('recovers from long gaps though it has next to nothing to do, while its calibration program is calm', () => {
    const slow = {
      gap: { runs: 200, p95Us: 2_400_000, excess: { p95Us: 2_400_000, latestUs: 0 }, evidenceMs: 30_000 },
    };
    const few = {
      gap: { runs: 3, p95Us: 2_400_000, excess: { p95Us: 2_400_000, latestUs: null }, evidenceMs: 1000 },
    };
    const sick = watch(startHealth(0), 0, times(4, slow)).at(-1) ?? startHealth(0);
    expect(sick.state).toBe('sick');
    for (const lull of [{ gap: null }, few]) {
      const after = watch(sick, 10_000, times(25, lull));
      expect(after[0]).toMatchObject({ state: 'sick', reasons: [{ sign: 'gap' }] });
      expect(after[0]?.reasons[0]?.text).toBe(
        'one run in twenty lost 500 ms or more to waiting, and there have been too few runs since; better now, not yet for long enough',
      );
      expect(after.at(-1)).toMatchObject({ state: 'calm', reasons: [] });
    }
    // Without a calibration program nothing is known.
    expect(watch(sick, 10_000, times(25, { gap: null, sentinel: null })).at(-1)?.state).toBe('sick');
    const drifting = { gap: null, sentinel: { cpuDrift: 0.62, wallDrift: 0, evidenceMs: 6000 } };
    expect(watch(sick, 10_000, times(25, drifting)).at(-1)?.state).toBe('sick');
  });

  it('always has a reason unless it is calm, and becomes calm again when all is well', () => {
    const ratio = fc.double({ min: 0, max: 5, noNaN: true });
    const observation = fc.record({
      sentinel: fc.option(
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
          expect(reasons.length === 0).toBe(state === 'calm');
          expect(reasons.every(({ text }) => text !== '')).toBe(true);
          expect(Number.isFinite(sinceMs)).toBe(true);
        }
        const after = watch(all.at(-1) ?? startHealth(0), 1_000_000, times(30, { throttledShare: 0 }));
        expect(after.at(-1)?.state).toBe('calm');
      }),
    );
  });
});

describe('a host that somebody works on', () => {
  /** Two compilers and a browser on two cores: a slot gets a third of its core, its CPU time is a little worse. */
  const laptop: Partial<HealthObservation> = {
    load1: 5.5,
    sentinel: { cpuDrift: 0.3, wallDrift: 2.1, evidenceMs: 8000 },
    gap: { runs: 40, p95Us: 1_900_000, excess: { p95Us: 60_000, latestUs: 0 }, evidenceMs: 60_000 },
    foreign: { cores: 1.7, of: 2 },
  };

  it('is strained and not sick, however long, and says what to do', () => {
    const all = watch(startHealth(0), 0, times(300, laptop));
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['strained']));
    const said = all.at(-1)?.reasons.find(({ sign }) => sign === 'sentinel-wall')?.text;
    expect(said).toBe(
      'the calibration program waits 210 % of its CPU time for a core (bound 30 %): other programs keep 1.7 of 2 cores busy; ' +
        'end them, give the judgehost fewer slots (SANDGLASS_SLOTS), or let it have a machine of its own',
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

  it('is not sick by its calibration while it judges nothing: there is no verdict to mistrust', () => {
    const crowded = { sentinel: { cpuDrift: 0.9, wallDrift: 7, evidenceMs: 8000 }, judging: false };
    expect(watch(startHealth(0), 0, times(100, crowded)).at(-1)?.state).toBe('strained');
    // With the first programs it is, and they are marked from the evidence on.
    const judging = watch(startHealth(0), 0, [
      ...times(100, crowded),
      ...times(5, { ...crowded, judging: true }),
    ]);
    expect(judging.at(-1)).toMatchObject({ state: 'sick', sinceMs: 192_000 });
  });

  it('is sick when so much else runs that a slot has less than a quarter of its core', () => {
    const hogs = { ...laptop, sentinel: { cpuDrift: 0.1, wallDrift: 7.4, evidenceMs: 8000 } };
    const states = watch(startHealth(0), 0, times(6, hogs)).map(({ state }) => state);
    expect(states.slice(0, 4)).toEqual(Array(4).fill('strained'));
    expect(states[4]).toBe('sick');
  });

  it('is sick when its runs stand still for no reason of theirs, busy or not', () => {
    const stalls = {
      ...laptop,
      gap: { runs: 40, p95Us: 900_000, excess: { p95Us: 880_000, latestUs: 0 }, evidenceMs: 9000 },
    };
    expect(watch(startHealth(0), 0, [stalls]).at(-1)).toMatchObject({ state: 'sick', sinceMs: -9000 });
  });
});

it('every sign can be left again: its bound to leave a state is below the one to enter it', () => {
  for (const { strained, sick } of healthRules) {
    expect(strained.leave).toBeLessThan(strained.enter);
    if (sick === null) continue;
    expect(sick.leave).toBeLessThan(sick.enter);
    expect(strained.enter).toBeLessThan(sick.enter);
  }
});
