/** What was measured of the runs that a wall limit bounds. */
import type { ContestWallLimits, ProblemDetails, WallMeasurements } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { type FakeHost, run } from '../testing/fake-host.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';

let api: TestApi;
let host: FakeHost;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  host = await environment.host();
  await judge('WTL', 4_000_000);
  await judge('WA', 3000);
});

async function judge(verdict: 'AC' | 'WTL' | 'WA', wallUs: number): Promise<void> {
  await api.submit('main');
  const task = await host.take();
  const first = { ...run(0, 'AC'), wallUs: 2000 };
  await host.report(task, {
    compile: { success: true, output: '', measurement: null },
    runs: [first, { ...run(1, verdict), wallUs, gapUs: wallUs }],
    done: { kind: 'finished' },
  });
}

describe('what was measured', () => {
  it('is given as histograms by end, with percentiles, and by host', async () => {
    const { body } = await api.get<WallMeasurements>(
      '/api/contests/main/wall-limits/measurements?problem=sum',
      'jury',
    );
    const { rows } = await api.sql.query<{ runs: number; longest: number }>(
      // The last attempt of each test.
      `SELECT count(*)::int AS runs, max(wall_us)::int AS longest
       FROM (SELECT DISTINCT ON (judging_id, ordinal) wall_us FROM run ORDER BY judging_id, ordinal, attempt DESC) AS r`,
    );
    const counted = [...body.wall.accepted, ...body.wall.killed, ...body.wall.other].reduce(
      (sum, one) => sum + one,
      0,
    );
    expect([body.runs, counted, body.wall.maxUs]).toEqual([rows[0]?.runs, rows[0]?.runs, rows[0]?.longest]);
    expect(body.hosts.map(({ judgehost }) => judgehost)).toEqual(['host1']);
    const none = await api.get<WallMeasurements>(
      '/api/contests/main/wall-limits/measurements?problem=sum&language=java',
      'jury',
    );
    expect([none.body.runs, none.body.hosts]).toEqual([0, []]);
    for (const [query, field] of [
      ['problem=sumo', 'problem'],
      ['language=jaba', 'language'],
      ['level=problem&id=sumo', 'id'],
      ['level=contest&id=sum', 'id'],
      ['level=problem&problem=sum', 'level'],
    ] as const) {
      const wrong = await api.get<ProblemDetails>(
        `/api/contests/main/wall-limits/measurements?${query}`,
        'jury',
      );
      expect([wrong.status, wrong.body.errors?.[0]?.path], query).toEqual([400, field]);
    }
  });

  it('is given by the place of a rule as well: without a name, of the first problem or language', async () => {
    const { limits } = (await api.get<ContestWallLimits>('/api/contests/main/wall-limits', 'jury')).body;
    const { problemId = '', language = '' } = limits[0] ?? {};
    const measured = async (query: string) =>
      (await api.get<WallMeasurements>(`/api/contests/main/wall-limits/measurements?${query}`, 'jury')).body;
    const problem = await measured(`problem=${problemId}`);
    expect(problem.runs).toBeGreaterThan(0);
    expect(await measured('level=problem')).toEqual(problem);
    expect(await measured(`level=problem&id=${problemId}`)).toEqual(problem);
    expect(await measured('level=language')).toEqual(await measured(`language=${language}`));
    expect(await measured('level=contest')).toEqual(await measured(''));
  });
});
