import type { AdminProblem } from '@sandglass/contracts';
import type { Database } from '../platform/database/database.ts';

/** Every imported problem with the figures of its current version, by id. */
export async function importedProblems(database: Database): Promise<AdminProblem[]> {
  const rows = await database.prisma.problem.findMany({
    orderBy: { id: 'asc' },
    include: {
      contests: true,
      currentVersion: { include: { _count: { select: { testCases: true, jurySubmissions: true } } } },
    },
  });
  return rows.flatMap(({ id, currentVersion: version, contests: used }) => {
    if (version === null) return [];
    const { _count: counts } = version;
    return {
      id,
      name: version.name,
      version: version.number,
      importedAt: version.createdAt.toISOString(),
      testCount: counts.testCases,
      jurySubmissionCount: counts.jurySubmissions,
      timeLimitMs: version.timeLimitMs,
      contests: used.map(({ contestId }) => contestId),
    };
  });
}
