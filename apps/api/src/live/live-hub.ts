/**
 * The live streams of this process: one open answer per viewer, each getting what domain
 * lets that viewer see. A reader that is too slow is cut off with `resync`, so that no
 * viewer can make the process remember more than a bounded amount for them.
 */
import type { ServerResponse } from 'node:http';
import type { ContestEvent } from '@sandglass/contracts';
import {
  scoreboardAccess,
  submissionAccess,
  testsShown,
  type ScoreboardKind,
  type SubmissionAccess,
  type Viewer,
} from '@sandglass/domain';
import type { ContestListener } from '../contests/contest-cache.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Log } from '../platform/lib/log.ts';
import { factsOf, type SubmissionRow } from '../submissions/submission-row.ts';
import type { SubmissionRepository } from '../submissions/submission-repository.ts';
import { viewSubmission } from '../submissions/submission-view.ts';
import { ContestClocks } from './contest-clocks.ts';
import { reaches, subjectOf, submissionOf } from './event-reach.ts';
import { frameOf, LiveReader } from './live-reader.ts';
import { Milestones } from './milestones.ts';
import type { Progress } from '../events/progress-bus.ts';
import { SseConnections } from '../events/sse-connections.ts';
import type { StreamHolder } from '../events/stream-holder.ts';
import type { StreamPlaces } from './stream-place.ts';

/** Events that a returning reader receives one by one; more are a resync. */
const maxMissed = 500;
/** Events sent at once: a reader that reads as fast as it can has read these before the next ones are written. */
const eventsAtOnce = 100;
/** Nobody is without a sign of life for longer than both together: a page counts the api as silent after 4.5 s. */
const quietMs = 1_500;
const heartbeatMs = 500;
/** Scoreboards change often near the end; readers are notified this often at most. */
const boardIntervalMs = 200;

export class LiveHub implements ContestListener {
  readonly #readers = new Map<string, Set<LiveReader>>();
  readonly connections = new SseConnections<LiveReader>((reader) => this.#left(reader));
  readonly #submissions: SubmissionRepository;
  readonly #places: StreamPlaces;
  readonly #log: Log;
  readonly #changedBoards = new Map<string, Set<ScoreboardKind>>();
  readonly #clocks = new ContestClocks((contest) => this.#clockChanged(contest));
  readonly #milestones = new Milestones();
  #boardTimer: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(submissions: SubmissionRepository, places: StreamPlaces, log: Log) {
    this.#submissions = submissions;
    this.#places = places;
    this.#log = log;
  }

  open(): void {
    this.#heartbeat = setInterval(() => {
      this.connections.endExpired(Date.now());
      // Not to all in the same instant: to those who joined, or were sent something, at about the same time.
      const before = performance.now() - quietMs;
      for (const reader of this.connections) if (reader.sentAtMs < before) reader.write(': here\n\n', true);
    }, heartbeatMs);
  }

  /** Ends all streams; browsers come back by themselves, perhaps to another process. */
  close(): void {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#boardTimer);
    this.#clocks.close();
    this.connections.close();
  }

  /** Adds a reader. @param lastSeq the last event it has seen; null: it starts now */
  async join(
    contest: ContestModel,
    viewer: Viewer,
    holder: StreamHolder,
    response: ServerResponse,
    lastSeq: number | null,
  ): Promise<void> {
    const reader = new LiveReader({
      contest,
      viewer,
      holder,
      response,
      places: this.#places,
      onCutOff: (slow) => {
        this.#log.info({ contest: contest.id, role: viewer.role }, 'a slow live reader is cut off');
        this.connections.remove(slow);
      },
    });
    const readers = this.#readers.get(contest.id) ?? new Set();
    this.#readers.set(contest.id, readers);
    readers.add(reader);
    this.connections.add(reader);
    this.#clocks.watch(contest);
    reader.write('retry: 1000\n: joined\n\n');
    // An id even when nothing was missed, so that the next reconnect knows its position.
    if (lastSeq === null) reader.write(`id: ${reader.placeOf(reader.seq)}\n: start\n\n`);
    else await this.#catchUp(reader, lastSeq);
  }

  async onEvents(
    contest: ContestModel,
    events: readonly ContestEvent[],
    boards: ReadonlySet<ScoreboardKind>,
  ): Promise<void> {
    const readers = this.#readers.get(contest.id);
    if (readers === undefined || readers.size === 0) return;
    let rows: Map<string, SubmissionRow>;
    try {
      rows = await this.#rowsOf(events);
    } catch (error) {
      // These events do not come again: readers must fetch again what they show.
      for (const reader of readers) reader.resync();
      throw error;
    }
    for (const { data } of events) if (data.type === 'judging') this.#milestones.forget(data.submissionId);
    const cache = new Map<string, string>();
    for (const [index, event] of events.entries()) {
      if (index > 0 && index % eventsAtOnce === 0) await nextTurn();
      for (const reader of readers) {
        // A reader that has joined since received, or fetches, what the model had by then.
        if (event.seq <= reader.seq) continue;
        this.#sendEvent(reader, event, rows, cache);
        reader.passed(event.seq);
      }
    }
    if (boards.size > 0) this.#sendBoardsSoon(contest.id, boards);
    if (events.some(({ data }) => data.type === 'contest')) {
      this.#endHidden(contest);
      this.#clocks.watch(contest);
    }
  }

  onGone(contest: ContestModel): void {
    this.#clocks.forget(contest);
    for (const reader of this.#readers.get(contest.id) ?? []) {
      reader.response.end();
      this.connections.remove(reader);
    }
    this.#readers.delete(contest.id);
  }

  onProgress(progress: Progress): void {
    const readers = this.#readers.get(progress.contestId);
    if (readers === undefined) return;
    const { teamId, jury, submissionId } = progress;
    const frames = new Map<string, string | null>();
    for (const reader of readers) {
      // What is not in the log of this process yet might be too late.
      const submittedAtMs = reader.contest.arrivedAtMs(submissionId) ?? Number.MAX_SAFE_INTEGER;
      const facts = { teamId, jury, submittedAtMs };
      const access = submissionAccess(reader.viewer, reader.contest.clock(), facts);
      if (!access.progress) continue;
      const key = JSON.stringify(access);
      let frame = frames.get(key);
      if (frame === undefined) {
        frame = this.#progressFrame(progress, access);
        frames.set(key, frame);
      }
      if (frame !== null) reader.write(frame);
    }
  }

  /** Null: nothing that this viewer sees has changed, and that a test is done is nothing that it may know. */
  #progressFrame(progress: Progress, access: SubmissionAccess): string | null {
    const { contestId: _contest, teamId: _team, jury: _jury, samples: _samples, ...message } = progress;
    const shown = testsShown(access, progress);
    if (!access.testCount && !this.#milestones.isNew(progress, shown.verdicts)) return null;
    return frameOf({ type: 'progress', ...message, ...shown });
  }

  /** What came after `lastSeq`, before anything that comes from here on: an older row must not follow a newer one. */
  async #catchUp(reader: LiveReader, lastSeq: number): Promise<void> {
    const { contest } = reader;
    const missed = contest.eventsAfter(lastSeq, maxMissed);
    if (missed === null) {
      reader.resync();
      return;
    }
    if (missed.length === 0) return;
    // What a submission has become is all that matters, not how: only its latest event is sent.
    const latest = new Map<string, ContestEvent>();
    reader.hold();
    try {
      const rows = await this.#rowsOf(missed);
      for (const event of missed) if (reaches(reader, event, rows)) latest.set(subjectOf(event), event);
      const events = [...latest.values()].sort((a, b) => a.seq - b.seq);
      for (const event of events) this.#sendEvent(reader, event, rows, new Map(), true);
    } catch (error) {
      // The answer has begun: all that is left is to say that something is missing.
      reader.resync();
      throw error;
    } finally {
      reader.release();
    }
    this.#sendBoard(reader, new Set(['public', 'jury']));
  }

  async #rowsOf(events: readonly ContestEvent[]): Promise<Map<string, SubmissionRow>> {
    const ids = new Set(events.map(submissionOf).filter((id) => id !== null));
    if (ids.size === 0) return new Map();
    return new Map((await this.#submissions.byIds([...ids])).map((row) => [row.id, row]));
  }

  /** @param now before what is held back for the reader */
  #sendEvent(
    reader: LiveReader,
    event: ContestEvent,
    rows: ReadonlyMap<string, SubmissionRow>,
    cache: Map<string, string>,
    now = false,
  ): void {
    if (!reaches(reader, event, rows)) return;
    const { viewer, contest } = reader;
    const { seq, data } = event;
    if (data.type === 'rejudging') {
      const { rejudgingId, state } = data;
      reader.send({ type: 'rejudging', seq, rejudgingId, state }, seq, now);
      return;
    }
    const row = rows.get(submissionOf(event) ?? '');
    if (row === undefined) {
      reader.send({ type: 'contest', seq }, seq, now);
      return;
    }
    const access = submissionAccess(viewer, contest.clock(), factsOf(row));
    const key = `${seq} ${reader.seesNumbers} ${JSON.stringify(access)}`;
    let frame = cache.get(key);
    if (frame === undefined) {
      frame = reader.frameOf({
        type: 'submission',
        seq,
        submission: viewSubmission(row, access, contest.times),
      });
      cache.set(key, frame);
    }
    reader.write(`id: ${reader.placeOf(seq)}\n${frame}`, now);
  }

  #sendBoardsSoon(contestId: string, boards: ReadonlySet<ScoreboardKind>): void {
    const changed = this.#changedBoards.get(contestId) ?? new Set<ScoreboardKind>();
    for (const kind of boards) changed.add(kind);
    this.#changedBoards.set(contestId, changed);
    this.#boardTimer ??= setTimeout(() => {
      this.#boardTimer = undefined;
      for (const [id, kinds] of this.#changedBoards) {
        for (const reader of this.#readers.get(id) ?? []) this.#sendBoard(reader, kinds);
      }
      this.#changedBoards.clear();
    }, boardIntervalMs);
  }

  #sendBoard(reader: LiveReader, kinds: ReadonlySet<ScoreboardKind>): void {
    const { contest, viewer } = reader;
    const access = scoreboardAccess(viewer, contest.clock());
    if (access !== null && kinds.has(access.kind)) {
      reader.send({ type: 'scoreboard', seq: contest.seq });
    }
  }

  #clockChanged(contest: ContestModel): void {
    contest.refresh();
    for (const reader of this.#readers.get(contest.id) ?? []) {
      reader.send({ type: 'contest', seq: contest.seq });
      this.#sendBoard(reader, new Set(['public', 'jury']));
    }
    this.#endHidden(contest);
  }

  /** Streams of those who may no longer learn of the contest: when they come again, there is none. */
  #endHidden(contest: ContestModel): void {
    for (const reader of this.#readers.get(contest.id) ?? []) {
      const { viewer } = reader;
      const isOfTeam = contest.definition.teams.some(({ id }) => id === viewer.teamId);
      // One whose team has been taken out comes again with the rights that it has now.
      if (contest.isSeenBy(viewer) && (viewer.teamId === null || isOfTeam)) continue;
      reader.response.end();
      this.connections.remove(reader);
    }
  }

  #left(reader: LiveReader): void {
    this.#readers.get(reader.contest.id)?.delete(reader);
  }
}

/** Once what was written so far has gone out. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
