import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClockSkew } from './clock-skew.ts';

describe('the skew of the host’s clock', () => {
  it('is right within half the round trip, however unequal the two ways are', () => {
    const ms = fc.double({ min: 0, max: 2000, noNaN: true });
    const anyway = fc.record({
      skewMs: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      there: ms,
      held: ms,
      back: ms,
    });
    fc.assert(
      fc.property(anyway, ({ skewMs, there, held, back }) => {
        const clock = new ClockSkew();
        const server = 1e12;
        clock.add({
          sentAtMs: server + skewMs,
          tookMs: there + held + back,
          serverTimeMs: server + there + held,
          heldMs: held,
        });
        const found = clock.figures;
        expect(found?.roundTripMs).toBeCloseTo(there + back, 3);
        expect(Math.abs((found?.skewMs ?? Infinity) - skewMs)).toBeLessThanOrEqual((there + back) / 2 + 0.01);
      }),
    );
  });

  it('is measured by the quickest of the latest heartbeats', () => {
    const clock = new ClockSkew();
    expect(clock.figures).toBeNull();
    const quick = { sentAtMs: 10_000, tookMs: 2, serverTimeMs: 9001, heldMs: 0 };
    const slow = { sentAtMs: 12_000, tookMs: 900, serverTimeMs: 11_800, heldMs: 0 };
    clock.add(quick);
    clock.add(slow);
    expect(clock.figures).toEqual({ skewMs: 1000, roundTripMs: 2 });
    for (let beats = 0; beats < 15; beats += 1) clock.add(slow);
    expect(clock.figures?.roundTripMs).toBe(900);
  });

  it('of a clock that was set is known after three heartbeats', () => {
    const clock = new ClockSkew();
    const beat = (skewMs: number): void =>
      clock.add({ sentAtMs: 20_000 + skewMs, tookMs: 10, serverTimeMs: 20_005, heldMs: 0 });
    for (let beats = 0; beats < 16; beats += 1) beat(0);
    beat(30_000);
    beat(30_000);
    expect(clock.figures?.skewMs).toBe(0);
    beat(30_000);
    expect(clock.figures?.skewMs).toBe(30_000);
  });
});
