/** The scoreboards of one contest as they were at past moments. */
import type { ContestEvent } from '@sandglass/contracts';
import {
  hiddenFromMs,
  isFrozen,
  ScoreboardHistory,
  type ScoreboardAccess,
  type ScoreboardSetup,
} from '@sandglass/domain';
import { RenderedDocument } from '../problems/rendered-document.ts';
import { shownTo } from './rendered-boards.ts';

/** What a page with a slider asks for again and again. */
const keptBoards = 16;
/** The last events may still be on their way from the log, ms: what is so recent is not kept. */
const settledMs = 10_000;

export class PastBoards {
  readonly #setup: () => ScoreboardSetup;
  readonly #events: readonly ContestEvent[];
  #history: ScoreboardHistory | null = null;
  /** By board and instant; the first has been asked for least recently. */
  readonly #kept = new Map<string, RenderedDocument>();

  /** @param setup by the contest's present rules @param events in their order, appended to later */
  constructor(setup: () => ScoreboardSetup, events: readonly ContestEvent[]) {
    this.#setup = setup;
    this.#events = events;
  }

  /** After a change of the contest's rules. */
  forget(): void {
    this.#history = null;
    this.#kept.clear();
  }

  /** @param atMs a moment of the future is the present */
  scoreboard(access: ScoreboardAccess, atMs: number, nowMs: number): RenderedDocument {
    const instantMs = Math.min(atMs, nowMs);
    const key = `${access.kind} ${String(access.problems)} ${String(instantMs)}`;
    const document = this.#kept.get(key) ?? this.#make(access, instantMs);
    this.#kept.delete(key);
    if (instantMs < nowMs - settledMs) this.#kept.set(key, document);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= keptBoards) break;
      this.#kept.delete(oldest);
    }
    return document;
  }

  #make(access: ScoreboardAccess, atMs: number): RenderedDocument {
    const setup = this.#setup();
    const { times } = setup;
    this.#history ??= new ScoreboardHistory(setup, this.#events);
    const jury = access.kind === 'jury';
    const hidden = hiddenFromMs(times, atMs);
    const model = this.#history.at(atMs, {
      includeHidden: jury,
      hiddenFromMs: jury ? null : hidden,
      publicHiddenFromMs: jury ? hidden : null,
    });
    const frozen = isFrozen(times, atMs);
    const at = new Date(atMs).toISOString();
    const board = model.snapshot({
      updatedAt: at,
      frozen: !jury && frozen,
      frozenSince: frozen && times.freezesAtMs !== null ? new Date(times.freezesAtMs).toISOString() : null,
    });
    return new RenderedDocument({ ...shownTo(access, board), asOf: at });
  }
}
