/** For unit tests, which share their modules and their globals: a file that leaves a replaced clock behind fails itself, not the next. */
import { afterAll, expect, vi } from 'vitest';

afterAll(() => {
  const left = vi.isFakeTimers();
  vi.useRealTimers();
  expect(left, 'the file leaves fake timers behind: call vi.useRealTimers() in afterEach').toBe(false);
});
