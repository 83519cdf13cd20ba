/**
 * Awards of a contest: computed from the scoreboard as it is without the freeze, with the jury's edits on top. They are kept
 * per contest until its log goes on: every change of results, people, rules and edits is an event.
 *
 * Everybody else sees them once results are final and nothing is frozen: an award would show what the freeze hides.
 */
import type {
  AwardRulesRequest,
  AwardSheet,
  ClicsAward,
  PutAwardRequest,
  Scoreboard,
} from '@sandglass/contracts';
import {
  awardsOf,
  editedAwards,
  editOf,
  runsContest,
  showsResults,
  type Award,
  type AwardRules,
  type AwardTeam,
  type JuryAward,
  type Viewer,
} from '@sandglass/domain';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import { lockContests, refuseLocked } from '../events/contest-lock-repository.ts';
import type { Units } from '../events/unit-of-work.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import { readAwardFacts, writeAwardEdit, writeAwardRules, type AwardFacts } from './award-repository.ts';

/** A team with what files of results call it. */
export type ResultTeam = AwardTeam & { readonly icpcId: string | null };

export interface Made {
  readonly seq: number;
  readonly board: Scoreboard;
  readonly teams: readonly ResultTeam[];
  readonly groups: AwardFacts['groups'];
  readonly organisations: AwardFacts['organisations'];
  readonly rules: AwardRules;
  readonly computed: readonly Award[];
  readonly awards: readonly JuryAward[];
}

export class Awards {
  readonly #database: Database;
  readonly #units: Units;
  readonly #made = new Map<string, Made>();

  constructor(database: Database, units: Units) {
    this.#database = database;
    this.#units = units;
  }

  /** As CLICS has them, and as far as the viewer may see them now. */
  async visible(contest: ContestModel, viewer: Viewer): Promise<ClicsAward[]> {
    const insider = runsContest(viewer) || viewer.role === 'api-reader';
    if (!insider && !isPublic(contest)) return [];
    const hidden = hiddenTeams(contest);
    return (await this.of(contest)).map(({ id, citation, teamIds }) => ({
      id,
      citation,
      team_ids: teamIds.filter((team) => insider || !hidden.has(team)),
    }));
  }

  /** For those who may see everything, or once {@link isPublic}. */
  async of(contest: ContestModel): Promise<readonly JuryAward[]> {
    return (await this.#make(contest)).awards;
  }

  /** With what they were made of, for files of results; by the same rules. */
  made(contest: ContestModel): Promise<Made> {
    return this.#make(contest);
  }

  async sheet(contest: ContestModel): Promise<AwardSheet> {
    const { rules, awards } = await this.#make(contest);
    const { gold, silver, bronze, ranks, extraBronze } = rules;
    const { definition } = contest;
    return {
      rules: { gold, silver, bronze, ranks, b: extraBronze },
      final: (definition.times.finalizedAtMs ?? null) !== null,
      public: isPublic(contest),
      teams: definition.teams
        .map(({ id, name, hidden = false }) => ({ id, name, hidden }))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
      awards: awards.map((award) => ({
        ...award,
        teamIds: [...award.teamIds],
        computed:
          award.computed === null
            ? null
            : { citation: award.computed.citation, teamIds: [...award.computed.teamIds] },
      })),
    };
  }

  /** What is left out stays as it is. @throws ApiError CONTEST_FINALISED, CONTEST_LOCKED */
  async setRules(contest: ContestModel, change: AwardRulesRequest, actor: Actor): Promise<void> {
    await this.#units.run(async (unit) => {
      await lockContests(unit, [contest.id]);
      await refuseLocked(unit, contest.id);
      const facts = await readAwardFacts(unit, contest.id);
      if (facts === null) throw new ApiError('CONTEST_UNKNOWN', { contest: contest.id });
      const { rules } = facts;
      const after = {
        ...rules,
        gold: change.gold ?? rules.gold,
        silver: change.silver ?? rules.silver,
        bronze: change.bronze ?? rules.bronze,
        ranks: change.ranks ?? rules.ranks,
      };
      await writeAwardRules(unit, contest.id, after);
      unit.event(contest.id, { type: 'contest', change: 'award-rules' });
      await recordAudit(unit, actor, 'contest.award-rules', contest.id, { before: rules, after });
    });
  }

  /**
   * Makes an award have this citation and these teams, or makes one of the jury's own.
   * @param wanted null: as computed; one of the jury's own is gone
   * @throws ApiError AWARD_UNKNOWN, CONTEST_INVALID, CONTEST_FINALISED, CONTEST_LOCKED
   */
  async put(
    contest: ContestModel,
    award: string,
    wanted: PutAwardRequest | null,
    actor: Actor,
  ): Promise<void> {
    if (wanted !== null) checkTeams(contest, wanted.team_ids);
    await this.#units.run(async (unit) => {
      await lockContests(unit, [contest.id]);
      await refuseLocked(unit, contest.id);
      const facts = await readAwardFacts(unit, contest.id);
      if (facts === null) throw new ApiError('CONTEST_UNKNOWN', { contest: contest.id });
      const { computed, awards } = makeOf(contest, facts);
      const before = awards.find(({ id }) => id === award) ?? null;
      if (wanted === null && before === null)
        throw new ApiError('AWARD_UNKNOWN', { contest: contest.id, award });
      const edit =
        wanted === null
          ? null
          : editOf(
              { id: award, citation: wanted.citation, teamIds: wanted.team_ids },
              computed.find(({ id }) => id === award) ?? null,
            );
      await writeAwardEdit(unit, contest.id, award, edit, actor.username);
      unit.event(contest.id, { type: 'contest', change: 'awards' });
      await recordAudit(unit, actor, 'contest.award', contest.id, {
        award,
        before: before === null ? null : { citation: before.citation, teamIds: before.teamIds },
        after: wanted === null ? null : { citation: wanted.citation, teamIds: wanted.team_ids },
      });
    });
  }

  async #make(contest: ContestModel): Promise<Made> {
    const known = this.#made.get(contest.id);
    if (known?.seq === contest.seq) return known;
    // Facts that are newer than the log are used once: the event that says so makes them again.
    const { seq } = contest;
    const facts = await this.#database.snapshot((sql) => readAwardFacts(sql, contest.id));
    if (facts === null) throw new ApiError('CONTEST_UNKNOWN', { contest: contest.id });
    const made = { seq, rules: facts.rules, ...makeOf(contest, facts) };
    this.#made.set(contest.id, made);
    return made;
  }
}

/** May everybody see awards and results? */
export function isPublic(contest: ContestModel): boolean {
  const { times, nowMs } = contest.clock();
  return showsResults(times, nowMs);
}

function makeOf(contest: ContestModel, facts: AwardFacts): Omit<Made, 'seq' | 'rules'> {
  const { definition } = contest;
  const peopleOf = new Map(facts.teams.map((team) => [team.id, team]));
  const board = contest
    .juryBoard()
    .snapshot({ updatedAt: new Date(contest.clock().nowMs).toISOString(), frozen: false, frozenSince: null });
  const teams = definition.teams.map((team) => ({
    ...team,
    icpcId: peopleOf.get(team.id)?.icpcId ?? null,
    groupIds: peopleOf.get(team.id)?.groupIds ?? [],
    organisationId: peopleOf.get(team.id)?.organisationId ?? null,
  }));
  const { groups, organisations, rules, edits } = facts;
  const { problems } = definition;
  const computed = awardsOf(board.rows, { rules, groups, organisations, problems, teams });
  return { board, teams, groups, organisations, computed, awards: editedAwards(computed, edits) };
}

function hiddenTeams({ definition }: ContestModel): ReadonlySet<string> {
  return new Set(definition.teams.filter(({ hidden }) => hidden === true).map(({ id }) => id));
}

function checkTeams({ definition }: ContestModel, ids: readonly string[]): void {
  const known = new Set(definition.teams.map(({ id }) => id));
  const errors = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `team_ids[${index}]`, message: `"${id}" is not in this contest` }],
  );
  if (errors.length > 0) throw fieldErrors('CONTEST_INVALID', errors);
}
