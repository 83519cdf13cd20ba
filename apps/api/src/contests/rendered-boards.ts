/** The scoreboards of one contest as they are sent: serialised once per change, however many ask. */
import type { Scoreboard, ScoreboardSummary } from '@sandglass/contracts';
import type { ScoreboardAccess, ScoreboardKind } from '@sandglass/domain';
import { RenderedDocument } from '../problems/rendered-document.ts';

const forms = ['full', 'teams'] as const;
/** Board of one kind, with or without its problem columns. */
type BoardKey = `${ScoreboardKind}-${(typeof forms)[number]}`;

export class RenderedBoards {
  readonly #boards = new Map<BoardKey, RenderedDocument>();
  /** By the team whose own line is in them; '': without one. */
  readonly #summaries = new Map<BoardKey, Map<string, RenderedDocument>>();
  readonly #snapshot: (kind: ScoreboardKind) => Scoreboard;

  /** @param snapshot the scoreboard of now */
  constructor(snapshot: (kind: ScoreboardKind) => Scoreboard) {
    this.#snapshot = snapshot;
  }

  /** It is made again for those who ask from now on. */
  forget(kind: ScoreboardKind): void {
    for (const form of forms) {
      this.#boards.delete(`${kind}-${form}`);
      this.#summaries.delete(`${kind}-${form}`);
    }
  }

  scoreboard(access: ScoreboardAccess): RenderedDocument {
    const key = keyOf(access);
    let document = this.#boards.get(key);
    if (document === undefined) {
      document = new RenderedDocument(shownTo(access, this.#snapshot(access.kind)));
      this.#boards.set(key, document);
    }
    return document;
  }

  /** @param teamId whose own line is in it, if it is on the scoreboard */
  summary(access: ScoreboardAccess, teamId: string | null): RenderedDocument {
    const key = keyOf(access);
    const ofBoard = this.#summaries.get(key) ?? new Map<string, RenderedDocument>();
    this.#summaries.set(key, ofBoard);
    const document = ofBoard.get(teamId ?? '') ?? new RenderedDocument(this.#summaryOf(access, teamId));
    ofBoard.set(teamId ?? '', document);
    return document;
  }

  #summaryOf({ kind, problems: withProblems }: ScoreboardAccess, teamId: string | null): ScoreboardSummary {
    const { contestId, frozenSince, problems, rows } = this.#snapshot(kind);
    const own = rows.find(({ team }) => team.id === teamId);
    return {
      contestId,
      frozenSince,
      teams: rows.length,
      problems: withProblems ? problems.map(({ label, solved, tries }) => ({ label, solved, tries })) : [],
      own: own === undefined ? null : { rank: own.rank, solved: own.solved, penalty: own.penalty },
    };
  }
}

function keyOf({ kind, problems }: ScoreboardAccess): BoardKey {
  return `${kind}-${problems ? 'full' : 'teams'}`;
}

/** What of a scoreboard is shown. */
export function shownTo({ kind, problems }: ScoreboardAccess, board: Scoreboard): Scoreboard {
  // The number of events would show how much the freeze hides.
  const visible = kind === 'jury' ? board : { ...board, seq: undefined };
  if (problems) return visible;
  return { ...visible, problems: [], rows: board.rows.map((row) => ({ ...row, cells: [] })) };
}
