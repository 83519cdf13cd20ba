import type {
  AwardSheet,
  CertificateTemplateAnswer,
  ClicsAward,
  ContestChangeAnswer,
  Scoreboard,
} from '@sandglass/contracts';
import { expect, it } from 'vitest';
import { pdfPages } from '../testing/pdf-text.ts';
import { RejudgingDriver } from '../testing/rejudging-driver.ts';
import { password, type Answer, type TestApi } from '../testing/test-api.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';

let api: TestApi;
let driver: RejudgingDriver;

withTestEnvironment(async (environment) => {
  ({ api, driver } = await RejudgingDriver.at(environment));
});

const awards = async (contest: string, as?: string): Promise<ClicsAward[]> =>
  (await api.get<ClicsAward[]>(`/api/contests/${contest}/awards`, as)).body;
const holders = async (contest: string, award: string, as?: string): Promise<string[] | undefined> =>
  (await awards(contest, as)).find(({ id }) => id === award)?.team_ids;
/** As the jury sees it, once the verdicts are in the log of this process. */
const holds = (contest: string, award: string, teams: readonly string[]) =>
  expect.poll(() => holders(contest, award, 'jury'), { timeout: 20_000 }).toEqual(teams);
const put = (contest: string, award: string, body: object, as = 'jury') =>
  api.request<AwardSheet & { code: string; errors: unknown }>(
    'PUT',
    `/api/contests/${contest}/awards/${award}`,
    { as, body },
  );
const act = (contest: string, action: string) =>
  api.request<ContestChangeAnswer>('POST', `/api/contests/${contest}/actions`, {
    as: 'admin',
    body: { action, confirm: true },
  });
const finalise = (contest: string, body: object = {}) =>
  api.request<{ code?: string }>('POST', `/api/contests/${contest}/finalise`, { as: 'admin', body });
const status = async (answer: Promise<Answer<unknown>>): Promise<number> => (await answer).status;

it('are seen by the jury as they would be now, and by nobody else until results are final and not frozen', async () => {
  await driver.contestWith('seen');
  await act('seen', 'freeze-now');
  await api.submit('seen', 'alpha');
  // The verdict is hidden by the freeze, and so is what it wins.
  await driver.judgeAll(1, {});
  await holds('seen', 'winner', ['alpha']);
  expect(await holders('seen', 'first-to-solve-sum', 'jury')).toEqual(['alpha']);
  const others = ['alpha', 'beta', undefined] as const;
  const nobodyElse = async (): Promise<void> => {
    for (const as of others) expect(await awards('seen', as)).toEqual([]);
    expect(await status(api.get('/api/contests/seen/awards/winner'))).toBe(404);
    expect(await status(api.get('/api/contests/seen/award-sheet', 'alpha'))).toBe(403);
  };
  await nobodyElse();
  await act('seen', 'end-now');
  await nobodyElse();
  expect((await finalise('seen')).status).toBe(200);
  await nobodyElse();
  await act('seen', 'thaw');
  for (const as of others) expect(await holders('seen', 'winner', as)).toEqual(['alpha']);
});

it('follow results, keep what the jury changed, and go back to what is computed', async () => {
  await driver.contestWith('edited', 'alpha AC');
  const gold = await put('edited', 'gold-medal', { citation: 'Gold', team_ids: ['beta'] });
  expect(gold.body.awards.find(({ id }) => id === 'gold-medal')).toEqual({
    id: 'gold-medal',
    citation: 'Gold',
    teamIds: ['beta'],
    edited: true,
    computed: { citation: 'Gold medal winner', teamIds: ['alpha'] },
  });
  await api.submit('edited', 'beta');
  await driver.judgeAll(1, {});
  const solved = async () =>
    (await api.get<Scoreboard>('/api/contests/edited/scoreboard', 'jury')).body.rows.map((row) => row.solved);
  await expect.poll(solved, { timeout: 20_000 }).toEqual([1, 1]);
  expect(await holders('edited', 'gold-medal', 'jury')).toEqual(['beta']);
  await put('edited', 'best-costume', { citation: 'Best costume', team_ids: ['alpha'] });
  expect(await holders('edited', 'best-costume', 'jury')).toEqual(['alpha']);
  const reset = (award: string) =>
    api.request<{ code?: string }>('DELETE', `/api/contests/edited/awards/${award}`, { as: 'jury' });
  expect((await reset('gold-medal')).status).toBe(200);
  expect(await holders('edited', 'gold-medal', 'jury')).toEqual(['alpha', 'beta']);
  expect((await reset('best-costume')).status).toBe(200);
  expect((await reset('best-costume')).body.code).toBe('AWARD_UNKNOWN');
  expect((await put('edited', 'winner', { citation: 'x', team_ids: ['nobody'] })).body).toMatchObject({
    code: 'CONTEST_INVALID',
    errors: [{ path: 'team_ids[0]', message: '"nobody" is not in this contest' }],
  });
  const { rows } = await api.sql.query(
    `SELECT details FROM audit_log WHERE target = 'edited' AND action = 'contest.award' ORDER BY id LIMIT 1`,
  );
  expect(rows).toMatchObject([
    {
      details: {
        award: 'gold-medal',
        before: { teamIds: ['alpha'] },
        after: { citation: 'Gold', teamIds: ['beta'] },
      },
    },
  ]);
});

it('have as many medals as the contest plans, and B more of bronze', async () => {
  await driver.contestWith('medals', 'alpha AC', 'beta AC');
  const rules = (body: object) =>
    api.request<AwardSheet>('PUT', '/api/contests/medals/award-rules', { as: 'jury', body });
  const { body: sheet } = await rules({ gold: 1, silver: 0, bronze: 0, ranks: 2 });
  expect(sheet.rules).toEqual({ gold: 1, silver: 0, bronze: 0, ranks: 2, b: 0 });
  expect((await rules({ ranks: 0 })).body.rules).toMatchObject({ gold: 1, ranks: 0 });
  await act('medals', 'end-now');
  await finalise('medals', { b: 5 });
  const gold = (await holders('medals', 'gold-medal')) ?? [];
  const bronze = (await holders('medals', 'bronze-medal')) ?? [];
  expect([...gold, ...bronze].toSorted()).toEqual(['alpha', 'beta']);
  // Final: no award changes any more.
  expect((await put('medals', 'winner', { citation: 'x', team_ids: [] })).body.code).toBe(
    'CONTEST_FINALISED',
  );
  expect(await status(rules({ gold: 3 }))).toBe(409);
});

it('show no hidden team to others, even one that the jury names', async () => {
  const teams = ['gamma', 'delta'].map((id) => ({ id, name: `Team ${id}` }));
  await api.makeContest('shy', { teams });
  await put('shy', 'best-costume', { citation: 'Best costume', team_ids: ['gamma', 'delta'] });
  await api.request('PUT', '/api/people/teams/delta', { as: 'admin', body: { hidden: true } });
  await act('shy', 'end-now');
  await finalise('shy');
  expect(await holders('shy', 'best-costume', 'jury')).toEqual(['gamma', 'delta']);
  expect(await holders('shy', 'best-costume')).toEqual(['gamma']);
});

it('are printed on certificates, by a template, and before results are final as drafts alone', async () => {
  await driver.contestWith('printed', 'alpha AC');
  await holds('printed', 'winner', ['alpha']);
  const address = '/api/contests/printed/certificate-template';
  const file = async (query: string, as = 'jury') => {
    const answer = await api.app.inject({
      url: `/api/contests/printed/certificates.pdf${query}`,
      headers: { authorization: `Basic ${Buffer.from(`${as}:${password}`).toString('base64')}` },
    });
    return answer.statusCode === 200
      ? pdfPages(answer.rawPayload)
      : answer.json<{ code: string; errors?: { path: string }[] }>().code;
  };
  const first = (await api.get<CertificateTemplateAnswer>(address, 'jury')).body;
  expect(first).toMatchObject({ builtIn: true, final: false });
  const template = {
    ...first.template,
    title: 'Well done',
    lines: ['{team} of {contest}', '{award}', '{rank}'],
  };
  const change = (body: object, as = 'jury') =>
    api.request<CertificateTemplateAnswer & { errors?: unknown }>('PUT', address, { as, body });
  expect((await change(template, 'alpha')).status).toBe(403);
  expect((await change({ ...template, lines: ['{score}'] })).body.errors).toEqual([
    { path: 'lines[0]', message: expect.stringContaining('{score}') as string },
  ]);
  expect((await change(template)).body).toEqual({ template, builtIn: false, final: false });
  expect(await file('')).toBe('CONTEST_NOT_FINAL');
  expect(await file('?draft=yes&per=award&award=winner')).toEqual([
    expect.stringMatching(/^DraftWell doneTeam Alpha of .*Contest winner1$/i),
  ]);
  await act('printed', 'end-now');
  await finalise('printed');
  const pages = await file('');
  expect(pages).toHaveLength(2);
  expect(pages[0]).toMatch(/^Well doneTeam Alpha of .*Contest winner · .*1$/i);
  expect(pages[1]).toMatch(/^Well doneTeam Beta of [^·]*$/i);
  expect(await file('?team=beta')).toEqual([pages[1]]);
  expect(await file('?team=nobody')).toBe('CERTIFICATES_NONE');
  expect(await file('?per=person')).toBe('CERTIFICATES_NONE');
  await api.request('PUT', '/api/people/persons/ada', {
    as: 'admin',
    body: { name: 'Ada Bell', role: 'contestant', teamIds: ['beta'] },
  });
  // Final results stay as they are; what is printed may change.
  expect((await change({ ...template, lines: ['{person}'] })).status).toBe(200);
  expect(await file('?per=person')).toEqual(['Well doneAda Bell']);
  expect(await file('', 'alpha')).toBe('PERMISSION_DENIED');
  const { rows } = await api.sql.query(
    `SELECT details FROM audit_log WHERE target = 'printed' AND action = 'contest.certificate-template' ORDER BY id`,
  );
  expect(rows).toMatchObject([
    { details: { before: null, after: { title: 'Well done' } } },
    { details: { before: { lines: template.lines }, after: { lines: ['{person}'] } } },
  ]);
});
