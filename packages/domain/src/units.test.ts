import { describe, expect, it } from 'vitest';
import { describeSignal } from './signal-name.ts';
import { formatBytes, formatMeasuredUs, formatUs, MiB } from './units.ts';

describe('figures in reasons', () => {
  it.each([
    [0, '0 µs'],
    [950, '950 µs'],
    [12_400, '12.4 ms'],
    [1_000_000, '1 s'],
    [1_002_000, '1.002 s'],
    [60_000_000, '60 s'],
    [-1500, '-1.5 ms'],
  ])('%d µs reads "%s"', (us, text) => {
    expect(formatUs(us)).toBe(text);
  });

  it('keep the digits that were measured beside a limit', () => {
    expect([2_000_213, 100_004, 950].map(formatMeasuredUs)).toEqual(['2.000 s', '100.0 ms', '950 µs']);
  });

  it.each([
    [0, '0 B'],
    [1536, '1.5 KiB'],
    [2048 * MiB, '2048 MiB'],
    [100 * MiB, '100 MiB'],
  ])('%d bytes read "%s"', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('name signals, and number those without a name', () => {
    expect(describeSignal(9)).toBe('signal 9 (SIGKILL)');
    expect(describeSignal(40)).toBe('signal 40');
  });
});
