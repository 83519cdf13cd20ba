/** What a scoreboard is made for: its contest, teams and problems, and who looks at it when. */
import type { ContestRules, Scoreboard } from '@sandglass/contracts';
import type { ContestTimes } from './contest-clock.ts';
import type { PenaltyPolicy } from './verdict.ts';

export interface ScoreboardTeam {
  readonly id: string;
  readonly name: string;
  readonly affiliation: string | null;
  readonly country: string | null;
  readonly category: string | null;
  /** On the jury's board only, and never first to solve. */
  readonly hidden?: boolean;
  /** False: a guest, who has a row where its results put it, takes nobody's rank, and is never first to solve. */
  readonly ranked?: boolean;
  /** Groups with their own ranking, lowest number on top; default 0. */
  readonly sortOrder?: number;
  /** Contest time that it has after the end; default 0. */
  readonly extraTimeMs?: number;
}

export interface ScoreboardSetup {
  readonly contestId: string;
  /** Attempts before the start and from the end on do not count. */
  readonly times: ContestTimes;
  readonly penaltyMinutes: number;
  readonly penaltyPolicy?: PenaltyPolicy;
  /** Default: those of ICPC. */
  readonly rules?: Pick<ContestRules, 'penaltyUnit' | 'tieBreak' | 'remap'>;
  readonly problems: readonly {
    readonly id: string;
    readonly label: string;
    readonly name: string;
    readonly colour: string;
  }[];
  readonly teams: readonly ScoreboardTeam[];
}

export interface ScoreboardView {
  /** With hidden teams (jury) or without. */
  readonly includeHidden: boolean;
  /** Contest time from which on attempts are shown as pending; see `hiddenFromMs` of the contest clock. */
  readonly hiddenFromMs: number | null;
  /** Contest time from which on the public sees attempts as pending: cells that it sees otherwise are marked. */
  readonly publicHiddenFromMs?: number | null;
}

/** What a snapshot says of its time. */
export type ScoreboardMoment = Pick<Scoreboard, 'updatedAt' | 'frozen' | 'frozenSince'>;
