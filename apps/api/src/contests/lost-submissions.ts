/** What a new definition of a contest leaves out although it has submissions: asked before, and written down after. */
import type { FieldError, ReadContestDefinition } from '@sandglass/contracts';
import type { Typed } from '../platform/database/joined-transaction.ts';
import { ApiError, firstFields } from '../platform/errors/api-error.ts';
import { confirmText, type Confirmed } from './definition-confirm.ts';

interface Loss {
  readonly id: string;
  /** What a person calls it. */
  readonly name: string;
  readonly submissions: number;
}

export interface Losses {
  readonly teams: readonly Loss[];
  readonly problems: readonly Loss[];
}

/** Names of each kind in a line of the audit log; of the others it has the number. */
const mostInAudit = 100;

/** The contest's row is locked by the caller: what is counted is what the change leaves out. */
export async function lossesBy(
  typed: Typed,
  { id, problems, teams }: ReadContestDefinition,
): Promise<Losses> {
  return {
    teams: teams === undefined ? [] : await teamsWithout(typed, id, new Set(teams.map((one) => one.id))),
    problems:
      problems === undefined
        ? []
        : await problemsWithout(typed, id, new Set(problems.map((one) => one.problem))),
  };
}

/**
 * @param confirmed with how many submissions a person has agreed to leave out, those without their team and those without
 *   their problem together: for those that came since the person is asked again
 * @throws ApiError CONTEST_REMOVES_SUBMISSIONS
 */
export function refuseLosses({ teams, problems }: Losses, confirmed: Confirmed): void {
  const count = countOf(teams) + countOf(problems);
  if (count <= confirmed.submissions) return;
  const what = [textOf(teams, 'team'), textOf(problems, 'problem')].filter((text) => text !== '');
  const fields = [...teams.map(fieldOf('teams')), ...problems.map(fieldOf('problems'))];
  throw new ApiError(
    'CONTEST_REMOVES_SUBMISSIONS',
    { what: what.join(' and ') },
    { fields: firstFields(fields), confirm: confirmText({ ...confirmed, submissions: count }) },
  );
}

/** For the audit log; nothing where nothing was lost. */
export function lossDetails({ teams, problems }: Losses): object {
  const of = (losses: readonly Loss[]): object => ({
    count: losses.length,
    submissions: countOf(losses),
    first: losses.slice(0, mostInAudit).map(({ id, submissions }) => ({ id, submissions })),
  });
  return {
    ...(teams.length === 0 ? {} : { removedTeams: of(teams) }),
    ...(problems.length === 0 ? {} : { removedProblems: of(problems) }),
  };
}

async function teamsWithout(typed: Typed, contestId: string, kept: ReadonlySet<string>): Promise<Loss[]> {
  const rows = await typed.contestTeam.findMany({ where: { contestId }, include: { team: true } });
  const left = rows.filter(({ teamId }) => !kept.has(teamId));
  const counts = await typed.submission.groupBy({
    by: ['teamId'],
    where: { contestId, teamId: { in: left.map(({ teamId }) => teamId) } },
    _count: true,
  });
  const byTeam = new Map(counts.map(({ teamId, _count: count }) => [teamId, count]));
  return lossesOf(
    left.map(({ teamId, team }) => ({
      id: teamId,
      name: `"${teamId}" (${team.name})`,
      submissions: byTeam.get(teamId) ?? 0,
    })),
  );
}

async function problemsWithout(typed: Typed, contestId: string, kept: ReadonlySet<string>): Promise<Loss[]> {
  const rows = await typed.contestProblem.findMany({ where: { contestId }, orderBy: { ordinal: 'asc' } });
  const left = rows.filter(({ problemId }) => !kept.has(problemId));
  const counts = await typed.submission.groupBy({
    by: ['problemId'],
    where: { contestId, problemId: { in: left.map(({ problemId }) => problemId) } },
    _count: true,
  });
  const byProblem = new Map(counts.map(({ problemId, _count: count }) => [problemId, count]));
  return lossesOf(
    left.map(({ problemId, label }) => ({
      id: problemId,
      name: `${label} "${problemId}"`,
      submissions: byProblem.get(problemId) ?? 0,
    })),
  );
}

function lossesOf(found: readonly Loss[]): Loss[] {
  return found
    .filter(({ submissions }) => submissions > 0)
    .toSorted((a, b) => b.submissions - a.submissions || (a.name < b.name ? -1 : 1));
}

function textOf(losses: readonly Loss[], noun: string): string {
  if (losses.length === 0) return '';
  return `${counted(losses.length, noun)} with ${counted(countOf(losses), 'submission')}`;
}

function countOf(losses: readonly Loss[]): number {
  return losses.reduce((sum, { submissions }) => sum + submissions, 0);
}

const fieldOf =
  (path: string) =>
  ({ name, submissions }: Loss): FieldError => ({
    path,
    message: `without ${name}: ${counted(submissions, 'submission')}`,
  });

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
