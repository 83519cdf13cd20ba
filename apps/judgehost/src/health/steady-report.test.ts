import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HostReport } from '@sandglass/contracts';
import { SteadyReport } from './steady-report.ts';
import { aHostReport } from '@sandglass/contracts/testing/host-report';

describe('the report of the host', () => {
  const first = aHostReport();
  const second = aHostReport();
  let read = vi.fn<() => Promise<HostReport>>();
  let troubles: unknown[];
  let steady: SteadyReport;

  beforeEach(async () => {
    vi.useFakeTimers();
    read = vi.fn<() => Promise<HostReport>>(() => Promise.resolve(first));
    troubles = [];
    steady = new SteadyReport(read, (error) => troubles.push(error));
    await steady.read();
  });
  afterEach(() => vi.useRealTimers());

  it('is the last one again when it cannot be read', async () => {
    read.mockRejectedValueOnce(new Error('no such file'));
    expect(await steady.read()).toEqual({ ...first, ageMs: 0 });
    expect(troubles).toMatchObject([{ message: 'no such file' }]);
    read.mockResolvedValueOnce(second);
    expect(await steady.read()).toEqual({ ...second, ageMs: 0 });
  });

  it('is the last one again when reading takes longer than a second, and is not read twice at once', async () => {
    const { promise, resolve } = Promise.withResolvers<HostReport>();
    read.mockReturnValueOnce(promise);
    const late = [steady.read(), steady.read()];
    await vi.advanceTimersByTimeAsync(1000);
    const old = { ...first, ageMs: 1000 };
    expect(await Promise.all(late)).toEqual([old, old]);
    expect(troubles).toHaveLength(2);
    expect(read).toHaveBeenCalledTimes(2);
    const next = steady.read();
    resolve(second);
    // Its figures are as old as the beginning of the reading that took so long.
    expect(await next).toEqual({ ...second, ageMs: 1000 });
  });

  it('that could never be read is an error', async () => {
    const never = new SteadyReport(
      () => Promise.reject(new Error('no such file')),
      () => {},
    );
    await expect(never.read()).rejects.toThrow('no such file');
  });
});
