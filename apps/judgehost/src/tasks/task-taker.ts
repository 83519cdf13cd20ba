/** A task from the queue: a slot is taken for it, it is claimed at the api, judged, and the slot given back. */
import { randomUUID } from 'node:crypto';
import type { JudgeTask } from '@sandglass/contracts';
import type { ApiClient } from '../api/api-client.ts';
import { retry } from '../api/backoff.ts';
import { ApiUnreachable, messageOf } from '../platform/errors.ts';
import { graceMs } from '../queue/queue-workers.ts';
import type { HostSlot } from '../slots/host-slot.ts';
import type { SlotPool } from '../slots/slot-pool.ts';
import { runTask, type TaskEnd, type TaskRunnerParts } from './task-runner.ts';

export interface TaskTakerParts extends TaskRunnerParts {
  readonly api: Pick<ApiClient, 'claim' | 'report'>;
  readonly pool: SlotPool;
  /** The host is stopping: no claim is tried again. */
  readonly stopping: AbortSignal;
  /** Gives back a slot that has just judged; the host may look at it first. */
  readonly onFinished: (slot: HostSlot) => Promise<void>;
  /** Called when a task has ended, before its slot is given back. */
  readonly onEnd: (task: JudgeTask, end: TaskEnd) => void;
}

/** A claim that fails this long is left to the api's sweep. */
const claimMs = 5_000;

/** @param signal aborted when the task must go back to the queue. @throws when the api cannot be asked */
export async function takeTask(parts: TaskTakerParts, taskId: string, signal: AbortSignal): Promise<void> {
  const { pool } = parts;
  let slot = await pool.take();
  const handBack = (): void => parts.running.handBack();
  signal.addEventListener('abort', handBack);
  let failure: unknown = null;
  let judged = false;
  try {
    const task = await claim(parts, taskId, slot.ordinal);
    if (task === null) return;
    if (signal.aborted) {
      // The stop came while the api answered: nothing ran yet that the listener could have stopped.
      await handBackUnstarted(parts, task);
      return;
    }
    // The claim named the slot that was free; one that uses the task's image already need not be rebuilt.
    slot = pool.exchange(slot, task.image, task.avoidSlot);
    // The api's answer to the last report is not waited for: the slot has better to do.
    const { end } = await runTask(parts, slot, task);
    judged = true;
    parts.onEnd(task, end);
    if (end.kind === 'error') failure = end.error;
    // Its image may have gone from under the slot.
    else if (end.kind === 'handed-back' && end.lacks !== undefined) failure = new Error(end.lacks);
  } finally {
    signal.removeEventListener('abort', handBack);
    if (failure !== null) await pool.giveFailed(slot, failure);
    else if (judged) await parts.onFinished(slot);
    else pool.give(slot);
  }
}

async function claim(parts: TaskTakerParts, taskId: string, slot: number): Promise<JudgeTask | null> {
  const { api, log, metrics, stopping } = parts;
  const started = performance.now();
  // A claim whose answer was lost has begun a lease: asked for by the same nonce it is ours.
  const nonce = randomUUID();
  const task = await retry(() => api.claim(taskId, slot, nonce), {
    firstMs: 50,
    longestMs: 1_000,
    totalMs: claimMs,
    signal: stopping,
    retriable: (error) => error instanceof ApiUnreachable,
  });
  metrics.claimSeconds.observe((performance.now() - started) / 1000);
  if (task === null) log.debug({ task: taskId }, 'task is not due');
  return task;
}

/** One that does not arrive is left to the lease, as if the host had died. */
async function handBackUnstarted(
  { api, log, metrics }: TaskTakerParts,
  { id, fencingToken }: JudgeTask,
): Promise<void> {
  let end = 'handed-back';
  try {
    await retry(() => api.report(id, { fencingToken, runs: [], done: { kind: 'handed-back' } }), {
      firstMs: 50,
      longestMs: 500,
      totalMs: graceMs,
      signal: new AbortController().signal,
      retriable: (error) => error instanceof ApiUnreachable,
    });
    log.info({ task: id, end }, 'task done');
  } catch (error) {
    end = 'dropped';
    log.warn({ task: id, reason: messageOf(error) }, 'task dropped');
  }
  metrics.tasks.inc({ end });
}
