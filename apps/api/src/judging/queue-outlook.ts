/**
 * What those who wait are told: their place in the queue and an expectation of their wait. Looked at every second or
 * so while somebody listens or asks, for all of them at once; nobody's request waits for it.
 */
import { queueOutlook, type QueuePlace, type SlotInUse, type WaitingTask } from '@sandglass/domain';
import type { Database } from '../database/database.ts';
import type { Log } from '../http/app-type.ts';
import type { Progress } from '../live/progress-bus.ts';
import { Rounds } from '../rounds.ts';
import { isOnline } from './image-need.ts';

const intervalMs = 1000;
/** Scripts that ask for a submission's state come back within this. */
const rememberedMs = 10_000;
/** Whom a look is worth its cost for: those far behind learn their place when they come nearer. */
const tasksAtMost = 2000;
/** News per look; the others of the line are told when they ask. */
const toldAtMost = 200;
/** A different expectation is news when it differs by this much, ms and share. */
const newsMs = 1000;
const newsShare = 0.2;

interface Waiting extends WaitingTask {
  readonly image: string | null;
  readonly submissionId: string;
  readonly contestId: string;
  readonly teamId: string | null;
  readonly jury: boolean;
  readonly testsTotal: number;
  /** False: a rejudging, of which nobody is told. */
  readonly valid: boolean;
}

interface Host {
  readonly id: string;
  readonly slots: number;
  readonly images: readonly string[];
}

interface Running extends SlotInUse {
  readonly hostId: string;
}

export interface QueueOutlookParts {
  readonly database: Database;
  /** Whether anybody listens. */
  readonly wanted: () => boolean;
  readonly tell: (progress: Progress) => void;
  readonly log: Log;
}

export class QueueOutlook {
  readonly #parts: QueueOutlookParts;
  #places = new Map<string, QueuePlace>();
  #askedAtMs = 0;
  readonly #rounds: Rounds;

  constructor(parts: QueueOutlookParts) {
    this.#parts = parts;
    this.#rounds = new Rounds({
      everyMs: intervalMs,
      go: () => this.#round(),
      failed: 'no outlook on the queue',
      log: parts.log,
    });
  }

  open(): void {
    this.#rounds.open();
  }

  close(): Promise<void> {
    return this.#rounds.close();
  }

  /** Null: it does not wait, or nothing is known of it yet; who asks again a second later is told. */
  of(submission: { readonly state: string; readonly judgingId: string | null }): QueuePlace | null {
    const { state, judgingId } = submission;
    if (state !== 'queued' || judgingId === null) return null;
    this.#askedAtMs = Date.now();
    return this.#places.get(judgingId) ?? null;
  }

  async #round(): Promise<void> {
    if (this.#parts.wanted() || Date.now() - this.#askedAtMs <= rememberedMs) await this.#look();
    // Old news is worse than none.
    else this.#places.clear();
  }

  async #look(): Promise<void> {
    const waiting = await this.#waiting();
    const [hosts, running] =
      waiting.length === 0 ? [[], []] : await Promise.all([this.#hosts(), this.#running()]);
    const before = this.#places;
    const places = new Map<string, QueuePlace>();
    for (const [image, tasks] of Map.groupBy(waiting, (task) => task.image)) {
      const able = hosts.filter(({ images }) => image === null || images.includes(image));
      const ids = new Set(able.map(({ id }) => id));
      const outlook = queueOutlook(
        able.reduce((sum, { slots }) => sum + slots, 0),
        running.filter(({ hostId }) => ids.has(hostId)),
        tasks,
      );
      for (const [judgingId, place] of outlook) places.set(judgingId, place);
    }
    this.#places = places;
    this.#tell(waiting, before);
  }

  #tell(waiting: readonly Waiting[], before: ReadonlyMap<string, QueuePlace>): void {
    const told = new Set<string>();
    for (const task of waiting) {
      const place = this.#places.get(task.judgingId);
      if (place === undefined || !task.valid || told.has(task.judgingId)) continue;
      if (!isNews(place, before.get(task.judgingId))) continue;
      if (told.size >= toldAtMost) return;
      told.add(task.judgingId);
      this.#parts.tell({
        contestId: task.contestId,
        teamId: task.teamId,
        jury: task.jury,
        submissionId: task.submissionId,
        state: 'queued',
        testsDone: 0,
        testsTotal: task.testsTotal,
        verdicts: [],
        queue: place,
      });
    }
  }

  #waiting(): Promise<Waiting[]> {
    return this.#parts.database.query<Waiting & Record<string, unknown>>(
      `SELECT t.judging_id AS "judgingId", t.expected_ms AS "expectedMs", j.state <> 'queued' AS begun, c.image,
         s.id AS "submissionId", s.contest_id AS "contestId", s.team_id AS "teamId", s.jury,
         j.tests_total AS "testsTotal", j.valid
       FROM (SELECT id, judging_id, expected_ms, deadline_ms FROM judge_task WHERE state IN ('due', 'waiting')
             ORDER BY deadline_ms, id LIMIT $1) t
         JOIN judging j ON j.id = t.judging_id JOIN submission s ON s.id = j.submission_id
         JOIN contest c ON c.id = s.contest_id
       ORDER BY t.deadline_ms, t.id`,
      [tasksAtMost],
    );
  }

  #hosts(): Promise<Host[]> {
    return this.#parts.database.query<Host & Record<string, unknown>>(
      // As many as the host allows itself; one that does not tell uses those that are not broken.
      `SELECT h.id, coalesce((h.condition -> 'allowed' ->> 'slots')::int, h.slots - (
           SELECT count(*)::int FROM judgehost_figures f, jsonb_array_elements(f.slot_states) one
           WHERE f.judgehost_id = h.id AND one ->> 'state' = 'broken')) AS slots,
         ARRAY(SELECT DISTINCT one ->> 'image' FROM jsonb_array_elements(h.compilers) one
           WHERE one ->> 'image' IS NOT NULL) AS images
       FROM judgehost h WHERE ${isOnline}`,
    );
  }

  #running(): Promise<Running[]> {
    return this.#parts.database.query<Running & Record<string, unknown>>(
      `SELECT judgehost_id AS "hostId",
         (expected_ms - extract(epoch FROM now() - claimed_at) * 1000)::float8 AS "restMs"
       FROM judge_task WHERE state = 'claimed'`,
    );
  }
}

function isNews(place: QueuePlace, before: QueuePlace | undefined): boolean {
  if (before === undefined || before.position !== place.position) return true;
  const [now, then] = [place.expectedWaitMs, before.expectedWaitMs];
  if (now === null || then === null) return now !== then;
  return Math.abs(now - then) > Math.max(newsMs, then * newsShare);
}
