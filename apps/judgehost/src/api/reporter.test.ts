import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TaskReport } from '@sandglass/contracts';
import { ApiRefused, ApiUnreachable, JudgehostError } from '../platform/errors.ts';
import { TaskReporter } from './reporter.ts';
import { aRun } from '@sandglass/contracts/testing/run-report';

const finished = { kind: 'finished' } as const;
const compiled = { success: true, output: '', measurement: null };

/** An api whose answers are given one by one. */
class ScriptedApi {
  readonly reports: TaskReport[] = [];
  answer: (report: TaskReport) => Promise<void> = () => Promise.resolve();

  report(_taskId: string, report: TaskReport): Promise<void> {
    this.reports.push(report);
    return this.answer(report);
  }
}

function start(api: ScriptedApi): { reporter: TaskReporter; lost: Error[] } {
  const lost: Error[] = [];
  const reporter = new TaskReporter({
    taskId: 'task',
    fencingToken: 7,
    leaseMs: 1000,
    api,
    onLost: (error) => lost.push(error),
    now: () => Date.now(),
  });
  return { reporter, lost };
}

describe('the reporter of a task', () => {
  let api: ScriptedApi;
  beforeEach(() => {
    vi.useFakeTimers();
    api = new ScriptedApi();
  });
  afterEach(() => vi.useRealTimers());

  it('sends a compilation alone when no run follows soon', async () => {
    const { reporter } = start(api);
    reporter.compiled(compiled);
    await vi.advanceTimersByTimeAsync(14);
    expect(api.reports).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(api.reports).toEqual([{ fencingToken: 7, compile: compiled, runs: [] }]);
  });

  it('sends what happens within a few milliseconds in one request', async () => {
    const { reporter } = start(api);
    reporter.compiled(compiled);
    await vi.advanceTimersByTimeAsync(10);
    reporter.run(aRun(0));
    await vi.advanceTimersByTimeAsync(4);
    reporter.run(aRun(1));
    expect(api.reports).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(api.reports).toEqual([{ fencingToken: 7, compile: compiled, runs: [aRun(0), aRun(1)] }]);
  });

  it('sends what has gathered during a request when it has left the api alone as long as that took', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    api.answer = () => promise;
    const { reporter } = start(api);
    reporter.run(aRun(0));
    await vi.advanceTimersByTimeAsync(15);
    reporter.run(aRun(1));
    await vi.advanceTimersByTimeAsync(20);
    resolve();
    await vi.advanceTimersByTimeAsync(19);
    expect(api.reports).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(api.reports.map(({ runs }) => runs.length)).toEqual([1, 1]);
  });

  it('makes one request of a task that is done at once', async () => {
    const { reporter } = start(api);
    reporter.compiled({ ...compiled, success: false });
    await reporter.finish(finished);
    expect(api.reports).toEqual([
      { fencingToken: 7, compile: { ...compiled, success: false }, runs: [], done: finished },
    ]);
  });

  it('gathers what comes while a request is under way, and keeps the order', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    api.answer = () => promise;
    const { reporter } = start(api);
    for (let ordinal = 0; ordinal < 4; ordinal += 1) {
      reporter.run(aRun(ordinal));
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(api.reports).toHaveLength(1);
    resolve();
    // However long it took.
    await vi.advanceTimersByTimeAsync(30);
    expect(api.reports[1]?.runs.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
  });

  it('sends the end with the last results, without waiting', async () => {
    const { reporter } = start(api);
    reporter.run(aRun(0));
    reporter.run(aRun(1));
    const ended = reporter.finish(finished);
    await vi.advanceTimersByTimeAsync(0);
    await ended;
    expect(api.reports).toEqual([{ fencingToken: 7, runs: [aRun(0), aRun(1)], done: finished }]);
  });

  it('splits arrears into reports of a bounded size and ends with the last', async () => {
    api.answer = () => Promise.reject(new ApiUnreachable('http://api', 'down'));
    const { reporter } = start(api);
    const head = 'x'.repeat(200_000);
    for (let ordinal = 0; ordinal < 7; ordinal += 1) reporter.run(aRun(ordinal, { outputHead: head }));
    const ended = reporter.finish(finished);
    await vi.advanceTimersByTimeAsync(10);
    api.reports.length = 0;
    api.answer = () => Promise.resolve();
    await vi.advanceTimersByTimeAsync(3000);
    await ended;
    expect(api.reports.map(({ runs, done }) => [runs.length, done?.kind])).toEqual([
      [2, undefined],
      [2, undefined],
      [2, undefined],
      [1, 'finished'],
    ]);
  });

  it('tries again while the api is away, and loses nothing', async () => {
    let down = true;
    api.answer = () => (down ? Promise.reject(new ApiUnreachable('http://api', 'down')) : Promise.resolve());
    const { reporter, lost } = start(api);
    reporter.run(aRun(0));
    reporter.run(aRun(1));
    const ended = reporter.finish(finished);
    await vi.advanceTimersByTimeAsync(900);
    down = false;
    api.reports.length = 0;
    await vi.advanceTimersByTimeAsync(2000);
    await ended;
    expect(api.reports.flatMap(({ runs }) => runs.map(({ ordinal }) => ordinal))).toEqual([0, 1]);
    expect(lost).toEqual([]);
  });

  it('gives up when the lease is surely lost', async () => {
    api.answer = () => Promise.reject(new ApiUnreachable('http://api', 'down'));
    const { reporter, lost } = start(api);
    reporter.run(aRun(0));
    const ended = expect(reporter.finish(finished)).rejects.toMatchObject({ code: 'HOST_LEASE_LOST' });
    await vi.advanceTimersByTimeAsync(10_000);
    await ended;
    expect(lost).toHaveLength(1);
  });

  it('lives as long as heartbeats renew the lease', async () => {
    api.answer = () => Promise.reject(new ApiUnreachable('http://api', 'overloaded'));
    const { reporter, lost } = start(api);
    reporter.run(aRun(0));
    for (let second = 0; second < 20; second += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      reporter.renewed();
    }
    expect(lost).toEqual([]);
  });

  it('drops the task at once when the lease was lost', async () => {
    api.answer = () => Promise.reject(new JudgehostError('HOST_LEASE_LOST', { task: 'task' }));
    const { reporter, lost } = start(api);
    reporter.run(aRun(0));
    await vi.advanceTimersByTimeAsync(15);
    expect(lost).toHaveLength(1);
    reporter.run(aRun(1));
    await vi.advanceTimersByTimeAsync(1000);
    await expect(reporter.finish(finished)).rejects.toMatchObject({ code: 'HOST_LEASE_LOST' });
    expect(api.reports).toHaveLength(1);
  });

  it('does not repeat a report that the api refused as wrong, but says with the last one what was refused', async () => {
    api.answer = ({ done }) =>
      done?.kind === 'error'
        ? Promise.resolve()
        : Promise.reject(new ApiRefused('the report', 400, 'BODY_INVALID', 'runs[0]'));
    const { reporter, lost } = start(api);
    reporter.run(aRun(0));
    await vi.advanceTimersByTimeAsync(15);
    const message = 'The api refused the report: 400 BODY_INVALID: runs[0]';
    expect(api.reports.slice(1)).toEqual([
      { fencingToken: 7, runs: [], done: { kind: 'error', code: 'HOST_API_REFUSED', message } },
    ]);
    expect(lost).toMatchObject([{ apiCode: 'BODY_INVALID' }]);
    await expect(reporter.finish(finished)).rejects.toMatchObject({ apiCode: 'BODY_INVALID' });
    expect(api.reports).toHaveLength(2);
  });

  it('drops the task when even the report of the refusal is refused', async () => {
    api.answer = () => Promise.reject(new ApiRefused('the report', 413, 'BODY_TOO_LARGE', 'too large'));
    const { reporter } = start(api);
    await expect(reporter.finish(finished)).rejects.toMatchObject({ apiCode: 'BODY_TOO_LARGE' });
    expect(api.reports).toHaveLength(2);
  });

  it('stops trying when the task is abandoned', async () => {
    api.answer = () => Promise.reject(new ApiUnreachable('http://api', 'down'));
    const { reporter } = start(api);
    reporter.run(aRun(0));
    const ended = expect(reporter.finish(finished)).rejects.toThrow('cancelled elsewhere');
    await vi.advanceTimersByTimeAsync(60);
    reporter.abandon(new Error('cancelled elsewhere'));
    await vi.advanceTimersByTimeAsync(0);
    await ended;
  });
});
