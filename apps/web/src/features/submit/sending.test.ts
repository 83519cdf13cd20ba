import type { SubmissionSummary } from '@sandglass/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toApiError } from '../../api/api-error.ts';
import { forgetOutcome, onSending, type Send, sendFrom, sendingOf, waitingText } from './sending.ts';

const body = { problem: 'A', language: 'c', files: [{ name: 'a.c', content: 'int x;' }] };
const summary = { id: 's', number: 12 } as SubmissionSummary;
const busy = () => toApiError(503, null, '2');
const never: Send = (_, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

let places = 0;
function newPlace(): { account: string; contest: string; label: string } {
  places += 1;
  return { account: `team${String(places)}`, contest: 'c', label: 'A' };
}

describe('a submission on its way', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is known by its panel for as long as no answer came, and by no other', async () => {
    const place = newPlace();
    const { promise, resolve } = Promise.withResolvers<SubmissionSummary>();
    let changes = 0;
    const stop = onSending(() => (changes += 1));
    const sent = sendFrom(place, body, () => promise);
    expect(sendingOf({ ...place }).phase).toBe('sending');
    expect(sendingOf({ ...place, label: 'B' }).phase).toBe('idle');
    // A second press sends nothing.
    expect(await sendFrom(place, body, () => Promise.reject(new Error('sent')))).toBeNull();
    resolve(summary);
    expect(await sent).toBe(summary);
    stop();
    expect(changes).toBeGreaterThan(1);
    expect(sendingOf(place)).toMatchObject({ phase: 'idle', accepted: summary, error: null });
    forgetOutcome(place);
    expect(sendingOf(place).accepted).toBeNull();
  });

  it('may be pressed again after some seconds of silence, with the same key', async () => {
    const place = newPlace();
    const keys: string[] = [];
    const first = sendFrom(place, body, (sent, signal) => {
      keys.push(sent.idempotencyKey ?? '');
      return never(sent, signal);
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(waitingText(sendingOf(place))).toMatch(/^No answer yet\./);
    const second = sendFrom(place, body, (sent) => {
      keys.push(sent.idempotencyKey ?? '');
      return Promise.resolve(summary);
    });
    expect([await first, await second]).toEqual([null, summary]);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(2);
  });

  it('that nobody answers for 30 s is given up in those words', async () => {
    const place = newPlace();
    const sent = sendFrom(place, body, never);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await sent).toBeNull();
    expect(String(sendingOf(place).error)).toMatch(/The server has not answered for 30 seconds\. What you/);
    expect(sendingOf(place).phase).toBe('idle');
  });

  it('that the server cannot take is sent again, and the server is never said to be silent', async () => {
    vi.setSystemTime(new Date(2026, 10, 23, 14, 3, 12));
    const place = newPlace();
    const sent = sendFrom(place, body, () => Promise.reject(toApiError(503, null, '9')));
    await vi.advanceTimersByTimeAsync(0);
    expect(waitingText(sendingOf(place))).toMatch(
      /^The server has been unavailable since 14:03:12\. Your submission is sent again automatically\./,
    );
    await vi.advanceTimersByTimeAsync(12_000);
    expect(waitingText(sendingOf(place))).toContain('14:03:12');
    await vi.advanceTimersByTimeAsync(18_000);
    expect(await sent).toBeNull();
    expect(String(sendingOf(place).error)).toMatch(
      /The server has been unavailable since 14:03:12\. What you submit is kept here/,
    );
  });

  it('that the server cannot take at five tries either says since when', async () => {
    vi.setSystemTime(new Date(2026, 10, 23, 14, 3, 12));
    const place = newPlace();
    const sent = sendFrom(place, body, () => Promise.reject(busy()));
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await sent).toBeNull();
    expect(String(sendingOf(place).error)).toContain('unavailable since 14:03:12');
  });

  it('is silent where the server was unavailable first and then answers nothing', async () => {
    const place = newPlace();
    let tries = 0;
    const sent = sendFrom(place, body, (json, signal) => {
      tries += 1;
      return tries === 1 ? Promise.reject(busy()) : never(json, signal);
    });
    await vi.advanceTimersByTimeAsync(8_000);
    expect(sendingOf(place).phase).toBe('silent');
    await vi.advanceTimersByTimeAsync(22_000);
    expect(await sent).toBeNull();
    expect(String(sendingOf(place).error)).toContain('has not answered for 30 seconds');
  });

  it('that was refused keeps the words of the refusal', async () => {
    const place = newPlace();
    const refusal = toApiError(422, null);
    expect(await sendFrom(place, body, () => Promise.reject(refusal))).toBeNull();
    expect(sendingOf(place).error).toBe(refusal);
  });
});
