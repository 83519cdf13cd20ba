/**
 * A signal that is aborted as soon as one of these is, for the same reason. `AbortSignal.any` does it where the browser has it:
 * Firefox since 124, Safari since 17.4.
 */
export function anySignal(
  signals: readonly AbortSignal[],
  any: ((signals: AbortSignal[]) => AbortSignal) | null = known(),
): AbortSignal | undefined {
  if (signals.length < 2) return signals[0];
  if (any !== null) return any([...signals]);
  const own = new AbortController();
  // Each holds this one until it is aborted or nobody needs it any more: those of requests are short-lived.
  for (const signal of signals) {
    if (signal.aborted) {
      own.abort(signal.reason);
      break;
    }
    signal.addEventListener('abort', () => own.abort(signal.reason), { once: true, signal: own.signal });
  }
  return own.signal;
}

function known(): ((signals: AbortSignal[]) => AbortSignal) | null {
  return 'any' in AbortSignal ? AbortSignal.any.bind(AbortSignal) : null;
}
