import { describe, expect, it } from 'vitest';
import { GapHistogram } from './gap-histogram.ts';

describe('a histogram of gaps', () => {
  it('gives quantiles to within 9 %, never too low, and the largest exactly', () => {
    const histogram = new GapHistogram();
    for (let us = 1; us <= 10_000; us++) histogram.add(us);
    for (const p of [0.01, 0.5, 0.95, 0.99]) {
      expect(histogram.quantile(p)).toBeGreaterThanOrEqual(p * 10_000 * 0.999);
      expect(histogram.quantile(p)).toBeLessThanOrEqual(p * 10_000 * 1.1);
    }
    expect(histogram.quantile(1)).toBe(10_000);
    expect(histogram.max).toBe(10_000);
    expect(histogram.count).toBe(10_000);
  });

  it('adds up with another', () => {
    const [a, b] = [new GapHistogram(), new GapHistogram()];
    a.add(5);
    b.add(5000);
    a.merge(b);
    expect(a.count).toBe(2);
    expect(a.max).toBe(5000);
    expect(a.quantile(0.5)).toBeLessThan(6);
  });

  it('takes a negative gap for none, and nothing for 0', () => {
    const histogram = new GapHistogram();
    expect(histogram.quantile(0.5)).toBe(0);
    histogram.add(-100);
    expect(histogram.quantile(0.99)).toBe(0);
  });
});
