/** How a time that is looked at is read. */

/**
 * Reads once a view has not moved for a while, and then every so often.
 * @param settleMs how long it must not move @param everyMs between two readings; null: it is read once
 * @returns ends it
 */
export function readSettled(
  read: (signal: AbortSignal) => Promise<void>,
  settleMs: number,
  everyMs: number | null,
): () => void {
  const stop = new AbortController();
  const first = setTimeout(() => void read(stop.signal), settleMs);
  const again = everyMs === null ? undefined : setInterval(() => void read(stop.signal), everyMs);
  return () => {
    clearTimeout(first);
    clearInterval(again);
    stop.abort();
  };
}
