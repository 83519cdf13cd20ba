/** What those who run a contest have changed of it, in the database. */
import type { ContestControl } from '@sandglass/contracts';
import type { Actor } from '../audit/audit-log.ts';
import type { Database } from '../platform/database/database.ts';
import type { Typed } from '../platform/database/joined-transaction.ts';
import type { State } from './contest-state.ts';
import { storedTimesOf } from './stored-times.ts';
import { putProblems, putTeams } from './takes-part-store.ts';

const historyLines = 100;

/** Writes what is not the same. The contest is locked by the caller. */
export async function writeState(
  typed: Typed,
  before: State,
  after: State,
  { actor, reason }: { readonly actor: Actor; readonly reason: string },
): Promise<void> {
  const contestId = after.id;
  const { name, shortName, penaltyMinutes, chargeCompileErrors, isPublic, image, rules } = after;
  const { allowSubmit, allowJudging, lockedAt } = after;
  await typed.contest.update({
    where: { id: contestId },
    data: {
      ...storedTimesOf(after.times),
      name,
      shortName,
      penaltyMinutes,
      chargeCompileErrors,
      isPublic,
      image,
      rules,
      allowSubmit,
      allowJudging,
      lockedAt,
    },
  });
  await writeIntervals(typed, before, after, actor.username, reason);
  for (const teamId of new Set([...before.extraTimesMs.keys(), ...after.extraTimesMs.keys()])) {
    const extraTimeMs = after.extraTimesMs.get(teamId) ?? 0;
    if (extraTimeMs !== (before.extraTimesMs.get(teamId) ?? 0))
      await typed.contestTeam.update({
        where: { contestId_teamId: { contestId, teamId } },
        data: { extraTimeMs },
      });
  }
  if (arranged(before) !== arranged(after))
    await putProblems(
      typed,
      contestId,
      after.problems.map(({ id, label, colour, timeLimitMs, memoryMiB }) => ({
        problem: id,
        label,
        colour,
        timeLimitMs,
        memoryMiB,
      })),
    );
  const [old, made] = [before, after].map(({ teams }) => teams.map(({ id }) => id).join(' '));
  if (old !== made)
    await putTeams(
      typed,
      contestId,
      after.teams.map(({ id }) => id),
    );
  for (const { id: problemId, allowSubmit: submit, allowJudging: judging } of after.problems) {
    const earlier = before.problems.find(({ id }) => id === problemId);
    if (earlier !== undefined && (earlier.allowSubmit !== submit || earlier.allowJudging !== judging))
      await typed.contestProblem.update({
        where: { contestId_problemId: { contestId, problemId } },
        data: { allowSubmit: submit, allowJudging: judging },
      });
  }
  for (const { languageId, ...switches } of after.languages) {
    const data = { allowSubmit: switches.allowSubmit, allowJudging: switches.allowJudging };
    await typed.contestLanguage.upsert({
      where: { contestId_languageId: { contestId, languageId } },
      create: { contestId, languageId, ...data },
      update: data,
    });
  }
}

/** Which problems there are, in their order, as text. */
function arranged({ problems }: State): string {
  return JSON.stringify(
    problems.map(({ id, label, colour, timeLimitMs, memoryMiB }) => [
      id,
      label,
      colour,
      timeLimitMs,
      memoryMiB,
    ]),
  );
}

async function writeIntervals(
  typed: Typed,
  before: State,
  after: State,
  username: string | null,
  reason: string,
): Promise<void> {
  const [old, kept] = [before, after].map(({ intervals }) => new Set(intervals.map(({ id }) => id)));
  for (const { id, fromMs, untilMs } of after.intervals)
    if (old?.has(id) === false)
      await typed.removedInterval.create({
        data: {
          id,
          contestId: after.id,
          fromAt: new Date(fromMs),
          untilAt: new Date(untilMs),
          reason,
          removedBy: username,
        },
      });
  const restored = before.intervals.filter(({ id }) => kept?.has(id) === false).map(({ id }) => id);
  if (restored.length > 0)
    await typed.removedInterval.updateMany({
      where: { id: { in: restored } },
      data: { restoredAt: new Date(), restoredBy: username },
    });
}

/** Newest first, restored ones as well. */
export async function intervalsOf(
  database: Database,
  contestId: string,
): Promise<ContestControl['intervals']> {
  const rows = await database.prisma.removedInterval.findMany({
    where: { contestId },
    orderBy: { id: 'desc' },
  });
  return rows.map((row) => ({
    id: row.id,
    from: row.fromAt.toISOString(),
    until: row.untilAt.toISOString(),
    reason: row.reason,
    removedBy: row.removedBy,
    removedAt: row.removedAt.toISOString(),
    restoredBy: row.restoredBy,
    restoredAt: row.restoredAt?.toISOString() ?? null,
  }));
}

/** What was done to the contest, newest first. */
export async function auditOf(database: Database, contestId: string): Promise<ContestControl['history']> {
  const rows = await database.prisma.auditLog.findMany({
    where: { target: contestId, action: { startsWith: 'contest.' } },
    orderBy: { id: 'desc' },
    take: historyLines,
  });
  return rows.map(({ at, actor, action, details }) => ({
    at: at.toISOString(),
    actor,
    action,
    details: details as Record<string, unknown>,
  }));
}
