/**
 * Removes what there is, a bounded number at a time: nobody waits for long, and what is done is kept when it stops.
 * @param isStopped asked before each batch
 * @param removeBatch removes at most `batchSize`, and says how many those were
 * @returns how many were removed
 */
export async function inBatches(
  batchSize: number,
  isStopped: () => boolean,
  removeBatch: () => Promise<number>,
): Promise<number> {
  let count = 0;
  while (!isStopped()) {
    const removed = await removeBatch();
    count += removed;
    if (removed < batchSize) break;
  }
  return count;
}
