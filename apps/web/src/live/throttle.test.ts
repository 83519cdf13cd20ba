import type { LiveMessage } from '@sandglass/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttledByType } from './throttle.ts';

const scoreboard = (seq: number): LiveMessage => ({ type: 'scoreboard', seq });

describe('throttling of scoreboard messages', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const throttle = (deliver: (message: LiveMessage) => void, random = 0.5) =>
    throttledByType({ everyMs: 700, spreadMs: 1000, random: () => random }, deliver);

  it('delivers the last of a burst, once per interval', () => {
    const seen: LiveMessage[] = [];
    const { push } = throttle((message) => seen.push(message));
    for (const seq of [1, 2, 3, 4]) push(scoreboard(seq));
    vi.advanceTimersByTime(500);
    expect(seen).toEqual([scoreboard(4)]);
    for (const seq of [5, 6]) push(scoreboard(seq));
    vi.advanceTimersByTime(700);
    expect(seen).toEqual([scoreboard(4), scoreboard(6)]);
    vi.advanceTimersByTime(5000);
    expect(seen).toHaveLength(2);
  });

  it('spreads the readings of many pages over a second', () => {
    const readAt: number[] = [];
    const beganAt = Date.now();
    for (const random of [0, 0.25, 0.5, 0.999])
      throttle(() => readAt.push(Date.now() - beganAt), random).push(scoreboard(1));
    vi.advanceTimersByTime(1000);
    expect(readAt).toEqual([0, 250, 500, 999]);
  });

  it('never holds other messages back', () => {
    const seen: LiveMessage[] = [];
    const { push } = throttle((message) => seen.push(message));
    push(scoreboard(1));
    push({ type: 'contest', seq: 2 });
    push({ type: 'resync', seq: 3 });
    expect(seen.map((message) => message.type)).toEqual(['contest', 'resync']);
  });

  it('delivers nothing after stop', () => {
    const seen: LiveMessage[] = [];
    const { push, stop } = throttle((message) => seen.push(message));
    push(scoreboard(1));
    vi.advanceTimersByTime(500);
    push(scoreboard(2));
    stop();
    vi.advanceTimersByTime(5000);
    expect(seen).toEqual([scoreboard(1)]);
  });
});
