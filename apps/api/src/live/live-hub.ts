/**
 * The live streams of this process: one open answer per viewer, each getting what domain
 * lets that viewer see. A reader that is too slow is cut off with `resync`, so that no
 * viewer can make the process remember more than a bounded amount for them.
 */
import type { ServerResponse } from 'node:http';
import type { ContestEvent, LiveMessage } from '@sandglass/contracts';
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
import type { Progress } from './progress-bus.ts';
import type { StreamHolder } from './stream-holder.ts';

interface Reader {
  readonly holder: StreamHolder;
  readonly contest: ContestModel;
  readonly viewer: Viewer;
  readonly response: ServerResponse;
}

/** Bytes a reader may be behind. */
const behindAtMost = 512 * 1024;
/** Events a returning reader is told one by one; more are a resync. */
const missedAtMost = 500;
const heartbeatMs = 15_000;
/** Scoreboards change often near the end; readers are told this often at most. */
const boardIntervalMs = 200;

export class LiveHub implements ContestListener {
  readonly #readers = new Map<string, Set<Reader>>();
  readonly #held = new Map<string, Set<Reader>>();
  readonly #submissions: SubmissionRepository;
  readonly #log: Log;
  readonly #changedBoards = new Map<string, Set<ScoreboardKind>>();
  readonly #clocks = new Map<string, NodeJS.Timeout>();
  #boardTimer: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(submissions: SubmissionRepository, log: Log) {
    this.#submissions = submissions;
    this.#log = log;
  }

  get size(): number {
    let count = 0;
    for (const readers of this.#readers.values()) count += readers.size;
    return count;
  }

  open(): void {
    this.#heartbeat = setInterval(() => {
      this.#endSessions(({ expiresAtMs }) => expiresAtMs <= Date.now());
      for (const readers of this.#readers.values())
        for (const reader of readers) this.#write(reader, ': here\n\n');
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
    this.#endSessions((session) => tokenHash === null || session.tokenHash === tokenHash);
  }

  #endSessions(ends: (session: NonNullable<StreamHolder['session']>) => boolean): void {
    for (const readers of this.#held.values()) {
      for (const reader of readers) {
        const { session } = reader.holder;
        if (session !== null && ends(session)) {
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
    const reader: Reader = { contest, viewer, holder, response };
    const readers = this.#readers.get(contest.id) ?? new Set();
    this.#readers.set(contest.id, readers);
    readers.add(reader);
    const held = this.#held.get(holder.key) ?? new Set();
    this.#held.set(holder.key, held.add(reader));
    response.on('close', () => this.#leave(reader));
    this.#watchClock(contest);
    this.#write(reader, `retry: 1000\n: joined at ${contest.seq}\n\n`);
    if (lastSeq !== null) {
      try {
        await this.#catchUp(reader, lastSeq);
      } catch (error) {
        // The answer has begun: all that is left is to say that something is missing.
        this.#resync(reader);
        throw error;
      }
    }
    // An id even when nothing was missed, so that the next reconnect knows where it stands.
    else this.#write(reader, `id: ${contest.seq}\n: start\n\n`);
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
      for (const reader of readers) this.#resync(reader);
      throw error;
    }
    const cache = new Map<string, string>();
    for (const event of events) {
      for (const reader of readers) this.#tellEvent(reader, event, rows, cache);
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
      this.#write(reader, frame);
    }
  }

  async #catchUp(reader: Reader, lastSeq: number): Promise<void> {
    const { contest } = reader;
    const missed = contest.eventsAfter(lastSeq, missedAtMost);
    if (missed === null) {
      this.#resync(reader);
      return;
    }
    if (missed.length === 0) return;
    // What a submission has become is all that matters, not how: only its latest event is told.
    const latest = new Map<string, ContestEvent>();
    const rows = await this.#rowsOf(missed);
    for (const event of missed) {
      if (reaches(reader, event, rows)) latest.set(submissionOf(event) ?? event.data.type, event);
    }
    const events = [...latest.values()].sort((a, b) => a.seq - b.seq);
    for (const event of events) this.#tellEvent(reader, event, rows, new Map());
    this.#tellBoard(reader, new Set(['public', 'jury']));
  }

  async #rowsOf(events: readonly ContestEvent[]): Promise<Map<string, SubmissionRow>> {
    const ids = new Set(events.map(submissionOf).filter((id) => id !== null));
    if (ids.size === 0) return new Map();
    return new Map((await this.#submissions.byIds([...ids])).map((row) => [row.id, row]));
  }

  #tellEvent(
    reader: Reader,
    event: ContestEvent,
    rows: ReadonlyMap<string, SubmissionRow>,
    cache: Map<string, string>,
  ): void {
    const id = submissionOf(event);
    if (id === null) {
      this.#write(reader, frameOf({ type: 'contest', seq: event.seq }, event.seq));
      return;
    }
    const row = rows.get(id);
    if (row === undefined) return;
    const { viewer, contest } = reader;
    const clock = contest.clock();
    if (!reaches(reader, event, rows)) return;
    const access = submissionAccess(viewer, clock, factsOf(row));
    const key = `${event.seq} ${JSON.stringify(access)}`;
    let frame = cache.get(key);
    if (frame === undefined) {
      frame = frameOf(
        { type: 'submission', seq: event.seq, submission: viewSubmission(row, access) },
        event.seq,
      );
      cache.set(key, frame);
    }
    this.#write(reader, frame);
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

  #tellBoard(reader: Reader, kinds: ReadonlySet<ScoreboardKind>): void {
    const { contest, viewer } = reader;
    const access = scoreboardAccess(viewer, contest.clock());
    if (access !== null && kinds.has(access.kind)) {
      this.#write(reader, frameOf({ type: 'scoreboard', seq: contest.seq }, contest.seq));
    }
  }

  /** Start, freeze, end and thaw change what everybody sees, and no event says so. */
  #watchClock(contest: ContestModel): void {
    clearTimeout(this.#clocks.get(contest.id));
    const now = Date.now();
    const at = nextChangeMs(contest.times, now);
    if (at === null) return;
    const timer = setTimeout(
      () => {
        if (Date.now() >= at) {
          contest.refresh();
          for (const reader of this.#readers.get(contest.id) ?? []) {
            this.#write(reader, frameOf({ type: 'contest', seq: contest.seq }, contest.seq));
            this.#tellBoard(reader, new Set(['public', 'jury']));
          }
        }
        this.#watchClock(contest);
      },
      // Timers hold 24 days at most.
      Math.min(at - now + 5, 86_400_000),
    );
    timer.unref();
    this.#clocks.set(contest.id, timer);
  }

  #resync(reader: Reader): void {
    const { seq } = reader.contest;
    this.#write(reader, frameOf({ type: 'resync', seq }, seq));
  }

  #write(reader: Reader, frame: string): void {
    const { response, contest } = reader;
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength > behindAtMost) {
      this.#log.info({ contest: contest.id, role: reader.viewer.role }, 'a slow live reader is cut off');
      response.end(frameOf({ type: 'resync', seq: contest.seq }, contest.seq));
      this.#leave(reader);
      // What it does not read must not stay in memory.
      setTimeout(() => response.destroy(), 5000).unref();
      return;
    }
    response.write(frame);
  }

  #leave(reader: Reader): void {
    this.#readers.get(reader.contest.id)?.delete(reader);
    const { key } = reader.holder;
    const held = this.#held.get(key);
    held?.delete(reader);
    if (held?.size === 0) this.#held.delete(key);
  }
}

/** May the reader be told of this event? That a judging which does not count has ended is news for the jury only. */
function reaches(reader: Reader, event: ContestEvent, rows: ReadonlyMap<string, SubmissionRow>): boolean {
  const id = submissionOf(event);
  if (id === null) return true;
  const row = rows.get(id);
  if (row === undefined) return false;
  const { viewer, contest } = reader;
  const clock = contest.clock();
  const facts = factsOf(row);
  return listsSubmission(viewer, clock, facts) && eventAccess(viewer, clock, event.data, facts) !== 'none';
}

function submissionOf(event: ContestEvent): string | null {
  return event.data.type === 'submission' || event.data.type === 'judging' ? event.data.submissionId : null;
}

function frameOf(message: LiveMessage, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`;
}
