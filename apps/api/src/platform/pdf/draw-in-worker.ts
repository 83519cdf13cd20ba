/** Documents are drawn in a thread of their own: hundreds of pages take seconds, and the api answers in that time. */
import { Worker } from 'node:worker_threads';

/** More than the largest document takes, ms; a drawing that hangs is ended. */
const mostMs = 120_000;

/**
 * @param module a file that calls {@link drawFromWorker}
 * @param data what it draws; copied, and forgotten with the thread
 */
export function drawInWorker(module: URL, data: unknown): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(module, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: 512 } });
    const timer = setTimeout(() => void worker.terminate(), mostMs);
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    worker.once('error', reject);
    worker.once('exit', (code) => {
      clearTimeout(timer);
      // After a message this changes nothing.
      reject(new Error(`the document was not drawn (exit ${code})`));
    });
  });
}
