import { describe, expect, it } from 'vitest';
import { forgotten, gapsIn, joined, intervalsToRead } from './known-time.ts';

const at = (from: number, until: number) => ({ from, until });

describe('the time that is known', () => {
  it('grows together where stretches touch', () => {
    const known = joined(joined(joined([], at(100, 200)), at(400, Infinity)), at(0, 50));
    expect(known).toEqual([at(0, 50), at(100, 200), at(400, Infinity)]);
    expect(joined(known, at(200, 400))).toEqual([at(0, 50), at(100, Infinity)]);
    expect(joined(known, at(300, 300))).toEqual(known);
  });

  it('has gaps where nothing was read', () => {
    const known = [at(100, 200), at(400, Infinity)];
    expect(gapsIn(known, at(150, 500))).toEqual([at(200, 400)]);
    expect(gapsIn(known, at(0, 450))).toEqual([at(0, 100), at(200, 400)]);
    expect(gapsIn(known, at(250, 300))).toEqual([at(250, 300)]);
    expect(gapsIn(known, at(410, 900))).toEqual([]);
    expect(gapsIn([], at(1, 2))).toEqual([at(1, 2)]);
  });

  it('is forgotten from its beginning on', () => {
    expect(forgotten([at(0, 50), at(100, 200), at(400, Infinity)], 150)).toEqual([
      at(150, 200),
      at(400, Infinity),
    ]);
  });
});

describe('what is asked for', () => {
  const now = 10_000_000;
  const last = (ms: number) => at(now - ms, now);

  it('is everything up to now at first, and nothing once it is there', () => {
    const first = intervalsToRead([], last(600_000), now, true, null);
    expect(first).toEqual({ from: now - 750_000, until: now + 3_600_000, live: true });
    expect(intervalsToRead([at(now - 750_000, Infinity)], last(600_000), now, true, null)).toBeNull();
  });

  it('is what an answer left out, when one looks at that time', () => {
    // Of ten minutes an answer had room for the last three.
    const known = [at(now - 180_000, Infinity)];
    const zoomed = intervalsToRead(known, at(now - 500_000, now - 400_000), now, true, 180_000);
    expect(zoomed).toEqual({ from: now - 525_000, until: now - 400_000, live: false });
    // The whole would take many answers: it is sent in steps.
    expect(intervalsToRead(known, last(3_600_000), now, true, 180_000)).toBeNull();
  });

  it('is the least that is missing before now where what comes is sent, and else what is worth a request', () => {
    const known = [at(now - 750_000, now - 300)];
    expect(intervalsToRead(known, last(600_000), now, true, null)).toMatchObject({
      from: now - 300,
      live: true,
    });
    expect(intervalsToRead(known, last(600_000), now, false, null)).toBeNull();
    expect(intervalsToRead(known, at(now - 600_000, now - 2000), now, true, null)).toBeNull();
  });
});
