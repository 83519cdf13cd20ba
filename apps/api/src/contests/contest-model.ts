/**
 * One contest in memory: its definition, its event log and the scoreboards made of it.
 *
 * Reads are answered from here without a query (docs/decisions/0010); the tail of the event log keeps it
 * fresh. A model never writes, so any number of processes may each have theirs.
 */
import type { Contest, ContestEvent, ContestSummary, Language, Scoreboard } from '@sandglass/contracts';
import {
  answerName,
  contestPhase,
  hiddenFromMs,
  isFrozen,
  runsContest,
  scoreboardAccess,
  ScoreboardModel,
  seesContest,
  seesPastScoreboards,
  seesProblems,
  submitsAs,
  type Clock,
  type ContestTimes,
  type ScoreboardKind,
  type ScoreboardSetup,
  type Viewer,
} from '@sandglass/domain';
import type { Identity } from '../platform/http/access.ts';
import type { ContestDefinitionRow, ProblemDefinition } from './contest-repository.ts';
import type { RenderedDocument } from '../problems/rendered-document.ts';
import { PastBoards } from './past-boards.ts';
import { RenderedBoards, shownTo } from './rendered-boards.ts';
import { textOf, timesText } from './times-text.ts';

const boardKinds = ['public', 'jury'] as const satisfies readonly ScoreboardKind[];

export class ContestModel {
  readonly #now: () => number;
  #definition: ContestDefinitionRow;
  readonly #events: ContestEvent[] = [];
  #boards: Record<ScoreboardKind, ScoreboardModel>;
  readonly #arrived = new Map<string, number>();
  #hiddenFromMs: number | null = null;
  readonly #snapshots = new Map<ScoreboardKind, Scoreboard>();
  readonly #rendered = new RenderedBoards((kind) => this.#snapshot(kind));
  readonly #past = new PastBoards(() => this.scoreboardSetup(), this.#events);
  /** Of each board by itself: what a frozen one hides must not show in its age either. */
  readonly #updatedAt: Record<ScoreboardKind, string>;

  /** @param now the contests' clock, ms */
  constructor(definition: ContestDefinitionRow, now: () => number = Date.now) {
    this.#now = now;
    this.#definition = definition;
    this.#boards = this.#emptyBoards(this.#now());
    const at = new Date(this.#now()).toISOString();
    this.#updatedAt = { public: at, jury: at };
  }

  get id(): string {
    return this.#definition.id;
  }

  get definition(): ContestDefinitionRow {
    return this.#definition;
  }

  get times(): ContestTimes {
    return this.#definition.times;
  }

  get seq(): number {
    return this.#events.at(-1)?.seq ?? 0;
  }

  /** What a team has after the end, in contest time. */
  extraTimeMs(teamId: string | null): number {
    return this.#definition.teams.find(({ id }) => id === teamId)?.extraTimeMs ?? 0;
  }

  /** When a submission arrived; null: this process does not know it yet. */
  arrivedAtMs(submissionId: string): number | null {
    return this.#arrived.get(submissionId) ?? null;
  }

  clock(nowMs = this.#now()): Clock {
    const { times, rules } = this.#definition;
    return { times, nowMs, rules, extraTimeMs: (teamId) => this.extraTimeMs(teamId) };
  }

  /** Who somebody is to this contest: a team of another contest is a visitor here. */
  viewer(identity: Identity | null): Viewer {
    if (identity === null) return { role: 'public', teamId: null };
    const member = this.#definition.teams.some((team) => team.id === identity.teamId);
    return { role: identity.role, teamId: member ? identity.teamId : null };
  }

  /** May they learn that there is such a contest? */
  isSeenBy(viewer: Viewer): boolean {
    const { isPublic, teams } = this.#definition;
    const extraMs = teams.reduce((most, { extraTimeMs = 0 }) => Math.max(most, extraTimeMs), 0);
    return seesContest(viewer, this.clock(), { public: isPublic, extraMs });
  }

  /** @returns which boards may look different now */
  apply(event: ContestEvent): Set<ScoreboardKind> {
    const changed = new Set<ScoreboardKind>();
    if (event.seq <= this.seq) return changed;
    this.#events.push(event);
    const { data } = event;
    if (data.type === 'submission') this.#arrived.set(data.submissionId, Date.parse(data.submittedAt));
    for (const kind of boardKinds) {
      if (this.#play(kind, event)) changed.add(kind);
    }
    for (const kind of changed) {
      this.#snapshots.delete(kind);
      this.#rendered.forget(kind);
    }
    return changed;
  }

  /** Takes a changed definition; boards are made again from the log, unless limits are all that changed. */
  redefine(definition: ContestDefinitionRow, what: 'limits' | 'all' = 'all'): void {
    this.#definition = definition;
    if (what === 'limits') return;
    this.#past.forget();
    this.#rebuild(this.#now());
  }

  /** Freezing and thawing are moments, not events. @returns whether the public scoreboard was remade */
  refresh(nowMs = this.#now()): boolean {
    if (hiddenFromMs(this.#definition.times, nowMs) === this.#hiddenFromMs) return false;
    this.#rebuild(nowMs);
    return true;
  }

  /** Events after `seq`; null when that is more than `limit`. */
  eventsAfter(seq: number, limit: number): readonly ContestEvent[] | null {
    // Dense from 1: the position is the seq.
    if (seq > this.seq || this.seq - seq > limit) return null;
    return this.#events.slice(seq);
  }

  /** All events so far, in order. */
  log(): readonly ContestEvent[] {
    return this.#events;
  }

  problem(label: string): ProblemDefinition | undefined {
    return this.#definition.problems.find((problem) => problem.label === label);
  }

  problemById(id: string): ProblemDefinition | undefined {
    return this.#definition.problems.find((problem) => problem.id === id);
  }

  /** @param teamId whose extra time it has */
  summary(teamId: string | null = null): ContestSummary {
    const contest = this.#definition;
    return {
      id: contest.id,
      name: contest.name,
      shortName: contest.shortName,
      ...timesText(contest.times),
      public: contest.isPublic,
      archivedAt: contest.archivedAt?.toISOString() ?? null,
      penaltyMinutes: contest.penaltyMinutes,
      chargeCompileErrors: contest.chargeCompileErrors,
      extraTimeMs: this.extraTimeMs(teamId),
      phase: contestPhase(this.#definition.times, this.#now()),
    };
  }

  describe(viewer: Viewer, languages: readonly Language[]): Contest {
    const visible = seesProblems(viewer, this.clock());
    return {
      ...this.summary(viewer.teamId),
      problems: visible
        ? this.#definition.problems.map((problem) => this.describeProblem(problem, viewer))
        : [],
      languages: languages.filter(({ id }) => runsContest(viewer) || this.offersLanguage(id)),
      rules: this.#definition.rules,
      image: runsContest(viewer) ? this.#definition.image : null,
      submissionsPaused: !this.#definition.allowSubmit,
      submitsAs: submitsAs(viewer),
    };
  }

  describeProblem(problem: ProblemDefinition, viewer: Viewer): Contest['problems'][number] {
    const { limits } = problem;
    return {
      label: problem.label,
      id: problem.id,
      name: problem.name,
      colour: problem.colour,
      timeLimitMs: limits.timeLimitMs,
      memoryLimitBytes: Math.round(limits.memoryMiB * 1024 ** 2),
      outputLimitBytes: Math.round(limits.outputMiB * 1024 ** 2),
      sourceLimitBytes: Math.round(limits.codeKiB * 1024),
      testCount: problem.testCount,
      kind: problem.kind,
      answerNames: problem.answerTests.map(answerName),
      standing: this.#standing(problem.label, viewer.teamId),
    };
  }

  /** May teams use it, as far as the contest says? */
  offersLanguage(id: string): boolean {
    return this.#definition.rules.languages?.includes(id) ?? true;
  }

  /** As the jury sees it, for what would become of it: to be forked, not fed. */
  juryBoard(): Pick<ScoreboardModel, 'fork' | 'snapshot' | 'seq' | 'tries'> {
    return this.#boards.jury;
  }

  /** What a board of this contest is made with. */
  scoreboardSetup(): ScoreboardSetup {
    return {
      contestId: this.#definition.id,
      times: this.#definition.times,
      penaltyMinutes: this.#definition.penaltyMinutes,
      penaltyPolicy: { compileErrors: this.#definition.chargeCompileErrors },
      rules: this.#definition.rules,
      problems: this.#definition.problems,
      teams: this.#definition.teams,
    };
  }

  /** The board this viewer may see; null: none. */
  scoreboard(viewer: Viewer, asked?: ScoreboardKind): RenderedDocument | null {
    this.refresh();
    const access = scoreboardAccess(viewer, this.clock(), asked);
    return access === null ? null : this.#rendered.scoreboard(access);
  }

  /** The same board, to be made into something else than an answer. */
  shownScoreboard(
    viewer: Viewer,
    asked?: ScoreboardKind,
  ): { readonly kind: ScoreboardKind; readonly board: Scoreboard } | null {
    this.refresh();
    const access = scoreboardAccess(viewer, this.clock(), asked);
    return access === null
      ? null
      : { kind: access.kind, board: shownTo(access, this.#snapshot(access.kind)) };
  }

  /** As it was at a past moment; null: the viewer may see none. */
  pastScoreboard(viewer: Viewer, atMs: number, asked?: ScoreboardKind): RenderedDocument | null {
    const clock = this.clock();
    const access = seesPastScoreboards(viewer, clock) ? scoreboardAccess(viewer, clock, asked) : null;
    return access === null ? null : this.#past.scoreboard(access, atMs, clock.nowMs);
  }

  /** Of the same scoreboard, and so by the rules of its freeze. @returns null: the viewer may see none */
  scoreboardSummary(viewer: Viewer): RenderedDocument | null {
    this.refresh();
    const access = scoreboardAccess(viewer, this.clock());
    return access === null ? null : this.#rendered.summary(access, viewer.teamId);
  }

  /** The scoreboard of now. Sorted once per change, however many ask. */
  #snapshot(kind: ScoreboardKind): Scoreboard {
    let board = this.#snapshots.get(kind);
    if (board === undefined) {
      const frozen = isFrozen(this.#definition.times, this.#now());
      board = this.#boards[kind].snapshot({
        updatedAt: this.#updatedAt[kind],
        frozen: kind === 'public' && frozen,
        frozenSince: frozen ? textOf(this.#definition.times.freezesAtMs) : null,
      });
      this.#snapshots.set(kind, board);
    }
    return board;
  }

  /** A team always knows its own verdicts, so its dots come from the unfrozen board. */
  #standing(label: string, teamId: string | null): Contest['problems'][number]['standing'] {
    if (teamId === null) return 'untried';
    return this.#standings().get(teamId)?.get(label) ?? 'untried';
  }

  #standingsSeq = -1;
  #standingsByTeam = new Map<string, Map<string, Contest['problems'][number]['standing']>>();

  #standings(): Map<string, Map<string, Contest['problems'][number]['standing']>> {
    if (this.#standingsSeq === this.seq) return this.#standingsByTeam;
    this.#standingsByTeam = new Map(
      this.#snapshot('jury').rows.map((row) => [
        row.team.id,
        new Map(
          row.cells.map((cell) => {
            if (cell.solved) return [cell.label, 'solved' as const];
            if (cell.pending > 0) return [cell.label, 'pending' as const];
            return [cell.label, cell.tries > 0 ? ('tried' as const) : ('untried' as const)];
          }),
        ),
      ]),
    );
    this.#standingsSeq = this.seq;
    return this.#standingsByTeam;
  }

  #rebuild(nowMs: number): void {
    this.#boards = this.#emptyBoards(nowMs);
    for (const event of this.#events) {
      for (const kind of boardKinds) this.#play(kind, event);
    }
    this.#snapshots.clear();
    for (const kind of boardKinds) this.#rendered.forget(kind);
    this.#standingsSeq = -1;
  }

  /** @returns whether the board may look different now */
  #play(kind: ScoreboardKind, event: ContestEvent): boolean {
    if (!this.#boards[kind].apply(event)) return false;
    this.#updatedAt[kind] = event.at;
    return true;
  }

  #emptyBoards(nowMs: number): Record<ScoreboardKind, ScoreboardModel> {
    this.#hiddenFromMs = hiddenFromMs(this.#definition.times, nowMs);
    const setup = this.scoreboardSetup();
    return {
      public: new ScoreboardModel(setup, { includeHidden: false, hiddenFromMs: this.#hiddenFromMs }),
      jury: new ScoreboardModel(setup, {
        includeHidden: true,
        hiddenFromMs: null,
        publicHiddenFromMs: this.#hiddenFromMs,
      }),
    };
  }
}

/** Jury and admin may look with others' eyes. */
export function mayAskFor(viewer: Viewer, kind: ScoreboardKind): boolean {
  return kind === 'public' || runsContest(viewer) || viewer.role === 'api-reader';
}
