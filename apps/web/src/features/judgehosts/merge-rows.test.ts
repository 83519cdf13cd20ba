import type { HostRow } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { mergeRows } from './merge-rows.ts';

const curve = { from: 1, seconds: [0], p50Us: [1], p95Us: [2], p99Us: [3] };
const noCurve = { from: 0, seconds: [], p50Us: [], p95Us: [], p99Us: [] };
const row = (name: string, change: Partial<HostRow> = {}): HostRow =>
  ({ id: name, name, online: true, gapHistory: noCurve, ...change }) as HostRow;

describe('the fleet’s lines', () => {
  it('change in their place; the others stay the same object', () => {
    const known = [row('h1'), row('h2')];
    const merged = mergeRows(known, [row('h2', { online: false })], known);
    expect(merged[0]).toBe(known[0]);
    expect(merged[1]?.online).toBe(false);
    expect(mergeRows(known, [], known)).toBe(known);
  });

  it('keep the curve they had when a change comes without one', () => {
    const known = [row('h1', { gapHistory: curve })];
    const { gapHistory: _, ...line } = row('h1', { online: false });
    expect(mergeRows(known, [line], known)[0]).toMatchObject({ online: false });
    expect(mergeRows(known, [line], known)[0]?.gapHistory).toBe(curve);
    expect(mergeRows(null, [line], known)[0]?.gapHistory).toBe(curve);
  });

  it('keep the curve they had when it is sent again as it was, and take one that went on', () => {
    const known = [row('h1', { gapHistory: curve })];
    const again = row('h1', { gapHistory: structuredClone(curve) });
    expect(mergeRows(null, [again], known)[0]?.gapHistory).toBe(curve);
    const longer = { from: 1, seconds: [0, 60], p50Us: [1, 1], p95Us: [2, 2], p99Us: [3, 3] };
    expect(mergeRows(known, [row('h1', { gapHistory: longer })], known)[0]?.gapHistory).toBe(longer);
  });

  it('take a new host in by name, numbers as numbers', () => {
    const known = [row('h2'), row('h10')];
    expect(mergeRows(known, [row('h9')], known).map(({ name }) => name)).toEqual(['h2', 'h9', 'h10']);
  });

  it('are only those named when they are all', () => {
    expect(mergeRows(null, [row('h1')], [row('h1'), row('h2')]).map(({ name }) => name)).toEqual(['h1']);
  });
});
