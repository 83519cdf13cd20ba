import { describe, expect, it } from 'vitest';
import { onColour } from './colour.ts';
import {
  formatBytes,
  formatClock,
  formatContestTime,
  formatLimitMs,
  formatMicroseconds,
  formatWait,
} from './format.ts';
import { randomUuid } from './random-id.ts';

describe('figures', () => {
  it('show bytes in the unit that keeps them short', () => {
    expect([0, 1023, 1536, 268_435_456, 1_073_741_824].map(formatBytes)).toEqual([
      '0 B',
      '1023 B',
      '1.5 KiB',
      '256 MiB',
      '1 GiB',
    ]);
  });

  it('show microseconds with the digits that matter, negative gaps too', () => {
    expect([400, 38_200, 1_204_000, -1500, 999_700].map(formatMicroseconds)).toEqual([
      '0.4 ms',
      '38 ms',
      '1.204 s',
      '-1.5 ms',
      '1.000 s',
    ]);
  });

  it('show a wait as roughly as it is known', () => {
    expect([0, 7000, 8000, 44_000, 89_000, 95_000, 600_000, 7_200_000].map(formatWait)).toEqual([
      'a few seconds',
      'a few seconds',
      'about 10 s',
      'about 40 s',
      'about 90 s',
      'about 2 min',
      'about 10 min',
      'about 2 h',
    ]);
  });

  it('show limits without needless zeros', () => {
    expect([1000, 1500, 250].map(formatLimitMs)).toEqual(['1 s', '1.5 s', '250 ms']);
  });

  it('show a countdown that never goes below zero', () => {
    expect([-5000, 59_999, 14_709_000].map(formatClock)).toEqual(['00:00', '00:59', '4:05:09']);
  });

  it('show contest time, also before the start', () => {
    expect([5_025_000, -61_000].map(formatContestTime)).toEqual(['1:23:45', '−0:01:01']);
  });
});

describe('text on a balloon', () => {
  it('is black on light colours and white on dark ones', () => {
    expect(onColour('#ffff00')).toBe('#000000');
    expect(onColour('#00008b')).toBe('#ffffff');
  });
});

describe('idempotency keys', () => {
  it('are UUIDs of version 4 and differ', () => {
    const first = randomUuid();
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(randomUuid()).not.toBe(first);
  });
});
