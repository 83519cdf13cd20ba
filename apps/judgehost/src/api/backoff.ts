export interface RetryOptions {
  readonly firstMs: number;
  readonly longestMs: number;
  readonly signal: AbortSignal;
  /** Rejects with the error when it is not worth another try. */
  readonly retriable: (error: unknown) => boolean;
  /** Called before each wait. */
  readonly onRetry?: (error: unknown, waitMs: number, tries: number) => void;
  /** Give up after this long, ms; default: never. */
  readonly totalMs?: number;
}

/**
 * Tries until it works, waiting twice as long each time.
 * @throws the last error when it is not retriable, the time is up or `signal` is aborted
 */
export async function retry<T>(action: () => Promise<T>, options: RetryOptions): Promise<T> {
  const started = performance.now();
  let waitMs = options.firstMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await action();
    } catch (error) {
      const late = performance.now() - started + waitMs > (options.totalMs ?? Number.POSITIVE_INFINITY);
      if (late || options.signal.aborted || !options.retriable(error)) throw error;
      options.onRetry?.(error, waitMs, tries);
      await sleep(waitMs, options.signal);
      if (options.signal.aborted) throw error;
    }
    waitMs = Math.min(waitMs * 2, options.longestMs);
  }
}

/** Resolves after `ms`, or at once when `signal` is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    resolve();
  };
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end);
  return promise;
}
