/** What the freeze hides stays hidden, for every query and every account. */
import type { Scoreboard, ScoreboardSummary, SubmissionList } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { EventReader } from '../testing/event-reader.ts';
import type { FakeHost } from '../testing/fake-host.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import { password, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
let host: FakeHost;
/** Alpha's, in the freeze: right, then wrong; and beta's, wrong. */
let alphaIds: string[];
let betaId: string;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  host = await environment.host();
  await api.makeContest('frozen', { freezesAt: new Date(Date.now() - 1000).toISOString() });
  const users = [
    { username: 'runner', role: 'balloon', password },
    { username: 'script', role: 'api-reader', password },
  ];
  await api.request('POST', '/api/admin/users', { as: 'admin', body: { users } });
  alphaIds = [await judged('alpha', 'AC'), await judged('alpha', 'WA')];
  betaId = await judged('beta', 'WA');
});

async function judged(team: string, verdict: 'AC' | 'WA' | 'JE'): Promise<string> {
  const { body } = await api.submit('frozen', team);
  // What cannot be judged is tried three times.
  for (let tries = verdict === 'JE' ? 3 : 1; tries > 0; tries -= 1)
    await host.finish(await host.take(), verdict === 'AC' ? ['AC', 'AC', 'AC', 'AC'] : [verdict]);
  return body.id;
}

async function list(query: string, as: string): Promise<SubmissionList> {
  return (await api.get<SubmissionList>(`/api/contests/frozen/submissions?${query}`, as)).body;
}

const ids = ({ submissions }: SubmissionList): string[] => submissions.map(({ id }) => id);
const nothing = { submissions: [], next: null };

/** Every way to narrow a list to what it does not show; short pages, so that there is a cursor to give something away. */
const questions = [
  'limit=1',
  'verdict=AC&limit=1',
  'verdict=WA&limit=1',
  'team=alpha&verdict=AC&limit=1',
  'team=alpha&problem=A&limit=1',
  'suspect=yes',
  'unhealthy=yes',
  'host=host1&limit=1',
  'judgedFrom=2020-01-01T00:00:00Z&limit=1',
  'judgedUntil=2100-01-01T00:00:00Z&limit=1',
  'verdict=pending',
  'jury=yes',
];

describe('in the freeze a scoreboard', () => {
  it('hides results from the public and from other teams, and not from the jury', async () => {
    const read = async (as?: string, query = '') =>
      (await api.get<Scoreboard>(`/api/contests/frozen/scoreboard${query}`, as)).body;
    // Boards follow the log within a moment; the jury's shows when all has arrived.
    await expect
      .poll(async () => {
        const { problems, rows } = await read('jury');
        return [problems[0]?.tries, rows[0]?.team.id, rows[0]?.solved];
      })
      .toEqual([2, 'alpha', 1]);
    const hidden = { solved: 0, cells: [{ solved: false, pending: 2 }] };
    for (const board of [await read(), await read('beta'), await read('jury', '?as=public')]) {
      expect(board.frozen).toBe(true);
      expect(board.rows.find(({ team }) => team.id === 'alpha')).toMatchObject(hidden);
      expect(JSON.stringify(board)).not.toContain('"hidden"');
    }
    // The jury knows since when, and which cells the public sees otherwise.
    const board = await read('jury');
    expect(board).toMatchObject({ frozen: false, frozenSince: (await read()).frozenSince });
    expect(board.rows.flatMap(({ cells }) => cells.map((cell) => cell.hidden))).toContain(true);
    expect((await api.get('/api/contests/frozen/scoreboard?as=jury', 'beta')).status).toBe(403);
  });
});

describe('in the freeze the summary of a scoreboard', () => {
  it('says of problems and of one’s own rank what the scoreboard of the asker says', async () => {
    const summary = async (as?: string) =>
      (await api.get<ScoreboardSummary>('/api/contests/frozen/scoreboard/summary', as)).body;
    const board = (await api.get<Scoreboard>('/api/contests/frozen/scoreboard')).body;
    for (const as of ['alpha', 'beta', 'runner', undefined]) {
      const { own, problems, teams, frozenSince } = await summary(as);
      expect([problems[0], teams, frozenSince]).toEqual([
        { label: 'A', solved: 0, tries: 3 },
        board.rows.length,
        board.frozenSince,
      ]);
      const row = board.rows.find(({ team }) => team.id === as);
      expect(own).toEqual(
        row === undefined ? null : { rank: row.rank, solved: row.solved, penalty: row.penalty },
      );
    }
    expect((await summary('jury')).problems[0]).toMatchObject({ solved: 1, tries: 2 });
  });

  it('is sent again only to those for whom it has changed', async () => {
    const path = '/api/contests/frozen/scoreboard/summary';
    const read = (as: string, etag = '') =>
      api.request('GET', path, { as, headers: { 'if-none-match': etag } });
    const tagOf = async (as: string): Promise<string> => String((await read(as)).headers.get('etag'));
    // Who carries balloons is no team, and has no line of its own in it.
    const [alpha, runner] = [await tagOf('alpha'), await tagOf('runner')];
    expect(alpha).not.toBe(runner);
    expect((await read('alpha', alpha)).status).toBe(304);
    expect((await read('alpha', runner)).status).toBe(200);
    expect((await read('jury', runner)).status).toBe(200);
  });
});

describe('in the freeze a list of submissions', () => {
  it('is empty for who carries balloons, to its last cursor', async () => {
    for (const question of questions) expect(await list(question, 'runner'), question).toEqual(nothing);
  });

  it('has a team’s own and nothing else, in entries and in cursors', async () => {
    expect(ids(await list('', 'beta'))).toEqual([betaId]);
    for (const question of questions) {
      const { submissions, next } = await list(question, 'beta');
      expect([submissions.every(({ id }) => id === betaId), next], question).toEqual([true, null]);
    }
    expect(await list('team=alpha', 'beta')).toEqual(nothing);
    expect(await list(`before=${alphaIds[1]}&team=alpha&verdict=AC`, 'beta')).toEqual(nothing);
    // A page of its own is followed by a page of its own.
    const first = await list('limit=1', 'alpha');
    expect([ids(first), first.next]).toEqual([[alphaIds[1]], alphaIds[1]]);
    expect(await list(`limit=1&before=${String(first.next)}`, 'alpha')).toMatchObject({
      submissions: [{ id: alphaIds[0], verdict: 'AC' }],
      next: null,
    });
  });

  it('has the results for the organisers’ scripts, and nothing of how they came about', async () => {
    expect(ids(await list('verdict=AC', 'script'))).toEqual([alphaIds[0]]);
    const inner = [
      'suspect=yes',
      'unhealthy=yes',
      'host=host1',
      'judgedFrom=2020-01-01T00:00:00Z',
      'verdict=JE',
    ];
    for (const question of inner) expect(await list(question, 'script'), question).toEqual(nothing);
    expect((await list('limit=1', 'script')).submissions[0]).toMatchObject({
      judgehost: null,
      maxWallUs: null,
    });
  });

  it('and a submission of another team cannot be distinguished from one that does not exist', async () => {
    const answers = await Promise.all(
      [alphaIds[0], '01890000-0000-7000-8000-000000000000'].flatMap((id) =>
        ['beta', 'runner'].map((as) => api.get(`/api/submissions/${id}`, as)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('of the jury’s desks is nobody else’s', async () => {
    const desks = [
      '/api/contests/frozen/rejudgings',
      '/api/contests/frozen/unhealthy-periods',
      '/api/contests/frozen/wall-limits',
      '/api/judgehosts',
      '/api/contests/frozen/wall-limits/history',
    ];
    for (const driver of desks)
      for (const as of ['alpha', 'runner', 'script'])
        expect([driver, as, (await api.get(driver, as)).status]).toEqual([driver, as, 403]);
    for (const as of ['alpha', 'runner']) expect((await api.get('/metrics', as)).status).toBe(403);
  });
});

describe('in the freeze a verdict', () => {
  it('is on its team’s own page', async () => {
    expect((await api.detail(alphaIds[0] ?? '', 'alpha')).verdict).toBe('AC');
  });

  it('leaves the public scoreboard as it was, byte for byte, and is sent in no stream but its team’s', async () => {
    const board = () => api.get<Scoreboard>('/api/contests/frozen/scoreboard');
    const others = await Promise.all(
      ['beta', 'runner', null].map((as) => EventReader.open(api, 'frozen', as)),
    );
    const boards = ({ messages }: EventReader) => messages.filter(({ type }) => type === 'scoreboard').length;
    const { body } = await api.submit('frozen', 'alpha');
    // The submission itself is public.
    for (const reader of others) await reader.next(({ type }) => type === 'scoreboard');
    const before = await board();
    expect(before.body.problems[0]?.tries).toBe(4);
    const [jury, own] = await Promise.all(['jury', 'alpha'].map((as) => EventReader.open(api, 'frozen', as)));
    await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
    const received = (reader: EventReader | undefined) =>
      reader?.next((one) => one.type === 'submission' && JSON.stringify(one).includes('"AC"'));
    expect(await received(jury)).toMatchObject({ submission: { id: body.id } });
    expect(await received(own)).toMatchObject({ submission: { id: body.id } });
    const after = await board();
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(after.body).toEqual(before.body);
    // Anything that the streams sent of it would come before what everybody receives now.
    await api.submit('frozen', 'beta');
    for (const reader of others) {
      await expect.poll(() => boards(reader), { timeout: 20_000 }).toBe(2);
      expect(JSON.stringify(reader.messages)).not.toContain(body.id);
    }
    await host.finish(await host.take(), ['WA']);
    for (const reader of [...others, jury, own]) reader?.close();
  });
});
