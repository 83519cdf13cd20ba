import { parentPort, workerData } from 'node:worker_threads';

/** For the module of a worker: draws what the thread was started with, and sends it back. */
export async function drawFromWorker(draw: (data: unknown) => Promise<Buffer>): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(await draw(workerData));
}
