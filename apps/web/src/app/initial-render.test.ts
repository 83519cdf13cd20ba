import { afterEach, describe, expect, it, vi } from 'vitest';
import { InitialRender, maxWaitMs } from './initial-render.ts';

afterEach(() => void vi.useRealTimers());

const never = new Promise<void>(() => {});

describe('the initial render of a page that is loaded as a whole', () => {
  it('waits for the answers that come with the page', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let rendered = false;
    const waiting = new InitialRender(() => never).waitFor(promise)?.then(() => (rendered = true));
    await Promise.resolve();
    expect(rendered).toBe(false);
    resolve();
    await waiting;
    expect(rendered).toBe(true);
  });

  it('is not prevented by an answer that fails', async () => {
    await expect(
      new InitialRender(() => never).waitFor(Promise.reject(new Error('refused'))),
    ).resolves.toBeDefined();
  });

  it('does not wait for what did not come with the page', async () => {
    await expect(new InitialRender(() => Promise.resolve()).waitFor(never)).resolves.toBeUndefined();
  });

  it('waits for a slow page no longer than its maximum', async () => {
    vi.useFakeTimers();
    let rendered = false;
    void new InitialRender(() => never).waitFor(never)?.then(() => (rendered = true));
    await vi.advanceTimersByTimeAsync(maxWaitMs - 1);
    expect(rendered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(rendered).toBe(true);
  });
});

describe('a page opened from another', () => {
  it('is rendered at once', () => {
    const render = new InitialRender(() => never);
    render.end();
    expect(render.waitFor(never)).toBeUndefined();
  });
});
