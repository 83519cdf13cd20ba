/**
 * The live streams of this process: one open answer per viewer, each getting what domain
 * lets that viewer see. A reader that is too slow is cut off with `resync`, so that no
 * viewer can make the process remember more than a bounded amount for them.
 */
import type { ServerResponse } from 'node:http';
import type { ContestEvent } from '@sandglass/contracts';
import {
  eventAccess,
  listsSubmission,
  nextChangeMs,
  scoreboardAccess,
  submissionAccess,
  type ScoreboardKind,
  type Viewer,
} from '@sandglass/domain';
import type { ContestListener } from '../contests/contest-cache.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Log } from '../http/app-type.ts';
import { factsOf, type SubmissionRow } from '../submissions/submission-row.ts';
import type { SubmissionRepository } from '../submissions/submission-repository.ts';
import { viewSubmission } from '../submissions/submission-view.ts';
import { frameOf, LiveReader } from './live-reader.ts';
import type { Progress } from './progress-bus.ts';
import { endsWith, type StreamHolder } from './stream-holder.ts';
import type { StreamPlaces } from './stream-place.ts';

/** Events a returning reader is told one by one; more are a resync. */
const missedAtMost = 500;
/** Events told in one go: whoever reads as fast as it can has read these before the next ones are written. */
const eventsAtOnce = 100;
const heartbeatMs = 15_000;
/** Scoreboards change often near the end; readers are told this often at most. */
const boardIntervalMs = 200;

export class LiveHub implements ContestListener {
  readonly #readers = new Map<string, Set<LiveReader>>();
  readonly #held = new Map<string, Set<LiveReader>>();
  readonly #submissions: SubmissionRepository;
  readonly #places: StreamPlaces;
  readonly #log: Log;
  readonly #changedBoards = new Map<string, Set<ScoreboardKind>>();
  readonly #clocks = new Map<string, NodeJS.Timeout>();
  #boardTimer: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(submissions: SubmissionRepository, places: StreamPlaces, log: Log) {
    this.#submissions = submissions;
    this.#places = places;
    this.#log = log;
  }

  get size(): number {
    let count = 0;
    for (const readers of this.#readers.values()) count += readers.size;
    return count;
  }

  open(): void {
    this.#heartbeat = setInterval(() => {
      this.#endStreams(({ session }) => session !== null && session.expiresAtMs <= Date.now());
      for (const readers of this.#readers.values())
        for (const reader of readers) reader.write(': here\n\n', true);
    }, heartbeatMs);
  }

  /** Whether another stream of this holder may be opened. */
  hasRoomFor(holder: StreamHolder): boolean {
    return (this.#held.get(holder.key)?.size ?? 0) < holder.atMost;
  }

  /** The sessions that streams are open for. */
  sessions(): string[] {
    const hashes = new Set<string>();
    for (const [reader] of this.#held.values()) {
      if (reader?.holder.session != null) hashes.add(reader.holder.session.tokenHash);
    }
    return [...hashes];
  }

  /**
   * A stream keeps the rights it began with: it ends with the session that gave them.
   * @param tokenHash null: accounts or sessions changed; all of them begin anew, with the rights of now
   */
  endSession(tokenHash: string | null): void {
    this.#endStreams((holder) => endsWith(holder, tokenHash));
  }

  /** It cannot be known what those without a session missed: they ask again. */
  endWithoutSession(): void {
    this.#endStreams(({ withoutSession }) => withoutSession);
  }

  #endStreams(ends: (holder: StreamHolder) => boolean): void {
    for (const readers of this.#held.values()) {
      for (const reader of readers) {
        if (ends(reader.holder)) {
          reader.response.end();
          this.#leave(reader);
        }
      }
    }
  }

  /** Ends all streams; browsers come back by themselves, perhaps to another process. */
  close(): void {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#boardTimer);
    for (const timer of this.#clocks.values()) clearTimeout(timer);
    for (const readers of this.#readers.values()) {
      for (const { response } of readers) {
        const { socket } = response;
        response.end();
        // Once what was written is out: a browser that went away silently would hold the server open.
        socket?.destroySoon();
      }
    }
    this.#readers.clear();
    this.#held.clear();
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
        this.#leave(slow);
      },
    });
    const readers = this.#readers.get(contest.id) ?? new Set();
    this.#readers.set(contest.id, readers);
    readers.add(reader);
    const held = this.#held.get(holder.key) ?? new Set();
    this.#held.set(holder.key, held.add(reader));
    response.on('close', () => this.#leave(reader));
    this.#watchClock(contest);
    reader.write('retry: 1000\n: joined\n\n');
    // An id even when nothing was missed, so that the next reconnect knows where it stands.
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
      // These events do not come again: readers must fetch what they show anew.
      for (const reader of readers) reader.resync();
      throw error;
    }
    const cache = new Map<string, string>();
    for (const [index, event] of events.entries()) {
      if (index > 0 && index % eventsAtOnce === 0) await nextTurn();
      for (const reader of readers) {
        // One that joined meanwhile was told, or fetches, what the model had by then.
        if (event.seq <= reader.seq) continue;
        this.#tellEvent(reader, event, rows, cache);
        reader.passed(event.seq);
      }
    }
    if (boards.size > 0) this.#tellBoardsSoon(contest.id, boards);
    if (events.some(({ data }) => data.type === 'contest')) this.#watchClock(contest);
  }

  onProgress(progress: Progress): void {
    const readers = this.#readers.get(progress.contestId);
    if (readers === undefined) return;
    const { contestId: _contest, teamId, jury, ...message } = progress;
    // Contest time does not matter for somebody's own submission and for the jury, and nobody else gets progress.
    const facts = { teamId, jury, contestTimeMs: 0 };
    const forms = new Map<string, string>();
    for (const reader of readers) {
      const access = submissionAccess(reader.viewer, reader.contest.clock(), facts);
      if (!access.progress) continue;
      const form = access.internals || access.tests === 'all' ? 'all' : 'count';
      let frame = forms.get(form);
      if (frame === undefined) {
        frame = frameOf({ type: 'progress', ...message, verdicts: form === 'all' ? message.verdicts : [] });
        forms.set(form, frame);
      }
      reader.write(frame);
    }
  }

  /** What came after `lastSeq`, before anything that comes from here on: an older row must not follow a newer one. */
  async #catchUp(reader: LiveReader, lastSeq: number): Promise<void> {
    const { contest } = reader;
    const missed = contest.eventsAfter(lastSeq, missedAtMost);
    if (missed === null) {
      reader.resync();
      return;
    }
    if (missed.length === 0) return;
    // What a submission has become is all that matters, not how: only its latest event is told.
    const latest = new Map<string, ContestEvent>();
    reader.hold();
    try {
      const rows = await this.#rowsOf(missed);
      for (const event of missed) if (reaches(reader, event, rows)) latest.set(subjectOf(event), event);
      const events = [...latest.values()].sort((a, b) => a.seq - b.seq);
      for (const event of events) this.#tellEvent(reader, event, rows, new Map(), true);
    } catch (error) {
      // The answer has begun: all that is left is to say that something is missing.
      reader.resync();
      throw error;
    } finally {
      reader.release();
    }
    this.#tellBoard(reader, new Set(['public', 'jury']));
  }

  async #rowsOf(events: readonly ContestEvent[]): Promise<Map<string, SubmissionRow>> {
    const ids = new Set(events.map(submissionOf).filter((id) => id !== null));
    if (ids.size === 0) return new Map();
    return new Map((await this.#submissions.byIds([...ids])).map((row) => [row.id, row]));
  }

  /** @param now before what is held back for the reader */
  #tellEvent(
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
      reader.tell({ type: 'rejudging', seq, rejudgingId, state }, seq, now);
      return;
    }
    const row = rows.get(submissionOf(event) ?? '');
    if (row === undefined) {
      reader.tell({ type: 'contest', seq }, seq, now);
      return;
    }
    const access = submissionAccess(viewer, contest.clock(), factsOf(row));
    const key = `${seq} ${reader.seesNumbers} ${JSON.stringify(access)}`;
    let frame = cache.get(key);
    if (frame === undefined) {
      frame = reader.frameOf({ type: 'submission', seq, submission: viewSubmission(row, access) });
      cache.set(key, frame);
    }
    reader.write(`id: ${reader.placeOf(seq)}\n${frame}`, now);
  }

  #tellBoardsSoon(contestId: string, boards: ReadonlySet<ScoreboardKind>): void {
    const changed = this.#changedBoards.get(contestId) ?? new Set<ScoreboardKind>();
    for (const kind of boards) changed.add(kind);
    this.#changedBoards.set(contestId, changed);
    this.#boardTimer ??= setTimeout(() => {
      this.#boardTimer = undefined;
      for (const [id, kinds] of this.#changedBoards) {
        for (const reader of this.#readers.get(id) ?? []) this.#tellBoard(reader, kinds);
      }
      this.#changedBoards.clear();
    }, boardIntervalMs);
  }

  #tellBoard(reader: LiveReader, kinds: ReadonlySet<ScoreboardKind>): void {
    const { contest, viewer } = reader;
    const access = scoreboardAccess(viewer, contest.clock());
    if (access !== null && kinds.has(access.kind)) {
      reader.tell({ type: 'scoreboard', seq: contest.seq });
    }
  }

  /** Start, freeze, end and thaw change what everybody sees, and no event says so. */
  #watchClock(contest: ContestModel): void {
    clearTimeout(this.#clocks.get(contest.id));
    const now = contest.clock().nowMs;
    const at = nextChangeMs(contest.times, now);
    if (at === null) return;
    const timer = setTimeout(
      () => {
        if (contest.clock().nowMs >= at) {
          contest.refresh();
          for (const reader of this.#readers.get(contest.id) ?? []) {
            reader.tell({ type: 'contest', seq: contest.seq });
            this.#tellBoard(reader, new Set(['public', 'jury']));
          }
        }
        this.#watchClock(contest);
      },
      // The contests' clock may be set, a timer does not know.
      Math.min(at - now + 5, 60_000),
    );
    timer.unref();
    this.#clocks.set(contest.id, timer);
  }

  #leave(reader: LiveReader): void {
    this.#readers.get(reader.contest.id)?.delete(reader);
    const { key } = reader.holder;
    const held = this.#held.get(key);
    held?.delete(reader);
    if (held?.size === 0) this.#held.delete(key);
  }
}

/** May the reader be told of this event? That a judging which does not count has ended is news for the jury only. */
function reaches(reader: LiveReader, event: ContestEvent, rows: ReadonlyMap<string, SubmissionRow>): boolean {
  const { viewer, contest } = reader;
  const clock = contest.clock();
  const id = submissionOf(event);
  if (id === null) return eventAccess(viewer, clock, event.data, null) !== 'none';
  const row = rows.get(id);
  if (row === undefined) return false;
  const facts = factsOf(row);
  return listsSubmission(viewer, clock, facts) && eventAccess(viewer, clock, event.data, facts) !== 'none';
}

function submissionOf({ data }: ContestEvent): string | null {
  return 'submissionId' in data ? data.submissionId : null;
}

/** What the event is news of. */
function subjectOf(event: ContestEvent): string {
  const { data } = event;
  return submissionOf(event) ?? (data.type === 'rejudging' ? data.rejudgingId : data.type);
}

/** Once what was written so far has gone out. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
