/** Which problems and teams are in a contest, in the database. */
import type { Typed } from '../platform/database/joined-transaction.ts';
import type { DecidedLimits } from './contest-repository.ts';

/** As a definition or a change has it; what is omitted of its limits stays. */
export interface PutProblem extends Partial<{ [Name in keyof DecidedLimits]: number | null | undefined }> {
  readonly problem: string;
  readonly label: string;
  readonly colour: string;
}

/** In this order. Those that stay keep what has been decided of them since: pauses, and limits that are not named. */
export async function putProblems(
  typed: Typed,
  contestId: string,
  problems: readonly PutProblem[],
): Promise<void> {
  const present = await typed.contestProblem.findMany({ where: { contestId } });
  const before = new Map(
    present.map(({ problemId, allowSubmit, allowJudging, timeLimitMs, memoryMiB }) => [
      problemId,
      { allowSubmit, allowJudging, timeLimitMs, memoryMiB },
    ]),
  );
  // Labels are unique at every moment: two that change places would meet.
  await typed.contestProblem.deleteMany({ where: { contestId } });
  await typed.contestProblem.createMany({
    data: problems.map(({ problem: problemId, label, colour, timeLimitMs, memoryMiB }, ordinal) => ({
      contestId,
      problemId,
      label,
      colour,
      ordinal,
      ...before.get(problemId),
      ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
      ...(memoryMiB === undefined ? {} : { memoryMiB }),
    })),
  });
}

/** These and no others. */
export async function putTeams(typed: Typed, contestId: string, ids: readonly string[]): Promise<void> {
  await typed.contestTeam.deleteMany({ where: { contestId, teamId: { notIn: [...ids] } } });
  await typed.contestTeam.createMany({
    data: ids.map((teamId) => ({ contestId, teamId })),
    skipDuplicates: true,
  });
}
