/**
 * A process watches its own event loop: a thread beside it sees whether the loop turns, and ends the process when it
 * has been blocked for {@link hungAfterMs}, saying why. What restarts a process that has ended (`./sandglass up`, a
 * service manager, a container's restart policy) thereby restarts one that hangs as well.
 */
import inspector from 'node:inspector';
import { isMainThread, Worker } from 'node:worker_threads';
import { heartbeatDescriptor, startHeartbeat } from './heartbeat.ts';
import { type LoopWatchOptions, shared, type WatcherData } from './watcher-data.ts';

/** With what ending and starting take, a service answers again within ten seconds. */
export const hungAfterMs = 4_000;

const tickEveryMs = 200;

/** From now on, until the process ends. */
export function watchLoop(options: LoopWatchOptions): void {
  if (!isMainThread) throw new Error('the event loop that is watched is the one of the main thread');
  const memory = new SharedArrayBuffer(shared.size * Int32Array.BYTES_PER_ELEMENT);
  const cells = new Int32Array(memory);
  const tick = setInterval(() => {
    Atomics.add(cells, shared.turns, 1);
    // A debugger stops the loop on purpose.
    Atomics.store(cells, shared.debugged, inspector.url() === undefined ? 0 : 1);
  }, tickEveryMs);
  tick.unref();
  const heartbeatFd = heartbeatDescriptor(process.env);
  if (heartbeatFd !== null) startHeartbeat(heartbeatFd);
  const workerData: WatcherData = { ...options, memory, hungAfterMs, heartbeatFd };
  const watcher = new Worker(new URL('./loop-watcher.ts', import.meta.url), {
    workerData,
    name: 'loop watcher',
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 },
  });
  // Without its watcher the process goes on; its starter still hears whether it beats.
  watcher.on('error', (error) => console.error(`nobody watches the event loop any more: ${String(error)}`));
  watcher.unref();
}
