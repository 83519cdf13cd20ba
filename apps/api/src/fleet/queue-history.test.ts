import type { QueueSample } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { QueueHistory } from './queue-history.ts';

const sampleAt = (at: number, due = 3): QueueSample => ({
  at,
  due,
  dueMs: due * 1000,
  claimed: 1,
  slots: 2,
  oldestMs: 0,
});

/** A record that keeps what it is given, unless it is away. */
class Record {
  readonly kept: QueueSample[] = [];
  away = false;

  read = (): Promise<QueueSample[]> => Promise.resolve([...this.kept]);

  write = (samples: readonly QueueSample[]): Promise<void> => {
    if (this.away) return Promise.reject(new Error('the database is away'));
    this.kept.push(...samples);
    return Promise.resolve();
  };
}

describe('the history of the queue', () => {
  it('has a sample every two seconds', () => {
    const history = new QueueHistory(new Record());
    for (let at = 0; at <= 10_000; at += 500) history.sample(sampleAt(at));
    expect(history.between(0, 10_000).map(({ at }) => at)).toEqual([0, 2000, 4000, 6000, 8000, 10_000]);
    expect(history.latest?.at).toBe(10_000);
  });

  it('goes on at once when the clock is set back by an hour', () => {
    const history = new QueueHistory(new Record());
    for (const at of [4_000_000, 400_000, 402_000]) history.sample(sampleAt(at));
    expect(history.latest?.at).toBe(402_000);
  });

  it('of another process goes on where the former one ended', async () => {
    const record = new Record();
    const former = new QueueHistory(record);
    for (const at of [2000, 4000, 6000]) former.sample(sampleAt(at));
    await former.keep();
    const history = new QueueHistory(record);
    // It has looked once already when the record has been read.
    history.sample(sampleAt(8000));
    await history.open(8100);
    expect(history.between(0, 10_000).map(({ at }) => at)).toEqual([2000, 4000, 6000, 8000]);
    await history.keep();
    expect(record.kept.map(({ at }) => at)).toEqual([2000, 4000, 6000, 8000]);
  });

  it('that could not be written down is written with the next', async () => {
    const record = new Record();
    const history = new QueueHistory(record);
    history.sample(sampleAt(2000));
    record.away = true;
    await expect(history.keep()).rejects.toThrow('away');
    history.sample(sampleAt(4000));
    record.away = false;
    await history.keep();
    await history.keep();
    expect(record.kept.map(({ at }) => at)).toEqual([2000, 4000]);
  });

  it('of hours is sent in some hundred points, the longest queue of each', () => {
    const history = new QueueHistory(new Record());
    for (let at = 0; at < 6 * 3_600_000; at += 2000) history.sample(sampleAt(at, at === 7_202_000 ? 90 : 1));
    const sent = history.between(0, 6 * 3_600_000);
    expect(sent.length).toBeLessThanOrEqual(500);
    expect(sent.filter(({ due }) => due === 90)).toHaveLength(1);
  });
});
