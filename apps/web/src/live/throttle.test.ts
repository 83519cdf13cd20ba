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

  it('delivers the first at once and the last of a burst once per interval', () => {
    const seen: LiveMessage[] = [];
    const { push } = throttledByType(700, (message) => seen.push(message));
    for (const seq of [1, 2, 3, 4]) push(scoreboard(seq));
    expect(seen).toEqual([scoreboard(1)]);
    vi.advanceTimersByTime(700);
    expect(seen).toEqual([scoreboard(1), scoreboard(4)]);
    vi.advanceTimersByTime(5000);
    expect(seen).toHaveLength(2);
  });

  it('never holds other messages back', () => {
    const seen: LiveMessage[] = [];
    const { push } = throttledByType(700, (message) => seen.push(message));
    push(scoreboard(1));
    push({ type: 'contest', seq: 2 });
    push({ type: 'resync', seq: 3 });
    expect(seen.map((message) => message.type)).toEqual(['scoreboard', 'contest', 'resync']);
  });

  it('delivers nothing after stop', () => {
    const seen: LiveMessage[] = [];
    const { push, stop } = throttledByType(700, (message) => seen.push(message));
    push(scoreboard(1));
    push(scoreboard(2));
    stop();
    vi.advanceTimersByTime(5000);
    expect(seen).toEqual([scoreboard(1)]);
  });
});
