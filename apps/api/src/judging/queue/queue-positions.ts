/**
 * What waiting teams see: their queue position and an expectation of their wait. Looked at every second or
 * so while somebody listens or asks, for all of them at once; nobody's request waits for it.
 */
import { queuePositions, type QueuePlace } from '@sandglass/domain';
import type { Log } from '../../platform/lib/log.ts';
import type { ProgressBus } from '../../events/progress-bus.ts';
import { PeriodicJob } from '../../platform/lib/periodic-job.ts';
import type { QueuePositionRepository, WaitingJudgeTask } from './queue-position-repository.ts';

const intervalMs = 1000;
/** Scripts that ask for a submission's state come back within this. */
const rememberedMs = 10_000;
/** Tasks whose position is computed: those further behind get a position when they come nearer. */
const maxTasks = 2000;
/** Updates per poll; the others get theirs when they ask. */
const maxSent = 200;
/** A different expectation is news when it differs by this much, ms and share. */
const newsMs = 1000;
const newsShare = 0.2;

export interface QueuePositionsParts {
  readonly repository: QueuePositionRepository;
  /** Every process looks for itself, and publishes what it finds to its own readers. */
  readonly progress: Pick<ProgressBus, 'isWatched' | 'publishLocally'>;
  readonly log: Log;
}

export class QueuePositions {
  readonly #parts: QueuePositionsParts;
  #places = new Map<string, QueuePlace>();
  #askedAtMs = 0;
  readonly #job: PeriodicJob;

  constructor(parts: QueuePositionsParts) {
    this.#parts = parts;
    this.#job = new PeriodicJob({
      everyMs: intervalMs,
      go: () => this.#round(),
      failed: 'no positions on the queue',
      log: parts.log,
    });
  }

  open(): void {
    this.#job.open();
  }

  close(): Promise<void> {
    return this.#job.close();
  }

  /** Null: it does not wait, or nothing is known of it yet; a request a second later has the answer. */
  of(submission: { readonly state: string; readonly judgingId: string | null }): QueuePlace | null {
    const { state, judgingId } = submission;
    if (state !== 'queued' || judgingId === null) return null;
    this.#askedAtMs = Date.now();
    return this.#places.get(judgingId) ?? null;
  }

  async #round(): Promise<void> {
    if (this.#parts.progress.isWatched || Date.now() - this.#askedAtMs <= rememberedMs) await this.#look();
    // Old news is worse than none.
    else this.#places.clear();
  }

  async #look(): Promise<void> {
    const { repository } = this.#parts;
    const waiting = await repository.waiting(maxTasks);
    const [hosts, running] =
      waiting.length === 0 ? [[], []] : await Promise.all([repository.hosts(), repository.running()]);
    const before = this.#places;
    const places = new Map<string, QueuePlace>();
    for (const [image, tasks] of Map.groupBy(waiting, (task) => task.image)) {
      const able = hosts.filter(({ images }) => image === null || images.includes(image));
      const ids = new Set(able.map(({ id }) => id));
      const positions = queuePositions(
        able.reduce((sum, { slots }) => sum + slots, 0),
        running.filter(({ hostId }) => ids.has(hostId)),
        tasks,
      );
      for (const [judgingId, place] of positions) places.set(judgingId, place);
    }
    this.#places = places;
    this.#send(waiting, before);
  }

  #send(waiting: readonly WaitingJudgeTask[], before: ReadonlyMap<string, QueuePlace>): void {
    const sent = new Set<string>();
    for (const task of waiting) {
      const place = this.#places.get(task.judgingId);
      if (place === undefined || !task.valid || sent.has(task.judgingId)) continue;
      if (!isNews(place, before.get(task.judgingId))) continue;
      if (sent.size >= maxSent) return;
      sent.add(task.judgingId);
      this.#parts.progress.publishLocally({
        contestId: task.contestId,
        teamId: task.teamId,
        jury: task.jury,
        submissionId: task.submissionId,
        state: 'queued',
        testsDone: 0,
        testsTotal: task.testsTotal,
        verdicts: [],
        samples: [],
        queue: place,
      });
    }
  }
}

function isNews(place: QueuePlace, before: QueuePlace | undefined): boolean {
  if (before === undefined || before.position !== place.position) return true;
  const [now, then] = [place.expectedWaitMs, before.expectedWaitMs];
  if (now === null || then === null) return now !== then;
  return Math.abs(now - then) > Math.max(newsMs, then * newsShare);
}
