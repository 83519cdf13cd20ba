import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { encodedSubmission, HeldRequest } from '../testing/held-request.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';

let api: TestApi;
/** The contests’ clock is the database’s, read through a connection: it may be so far off this process’s. */
const toleranceMs = 50;
const uploadRules = { wholeMs: 6000, spanMs: 60_000, spanBytes: 1 };

withTestEnvironment(
  async (environment) => {
    ({ api } = environment);
    await api.makeContest('main');
  },
  { uploadRules },
);

const path = (contest: string): string => `/api/contests/${contest}/submissions`;
let number = 0;
const source = (): string => `int main() {} // arrival ${(number += 1)}`;

/** A contest that ends that soon, and waits until it has ended. */
async function endingContest(id: string, ms: number): Promise<{ endsAt: Date; ended: () => Promise<void> }> {
  const endsAt = new Date(Date.now() + ms);
  await api.makeContest(id, { endsAt: endsAt.toISOString() });
  return { endsAt, ended: () => sleep(Math.max(0, endsAt.getTime() - Date.now() + toleranceMs)) };
}

const kinds = ['form', 'JSON', 'chunked JSON'] as const;
/** As a part of a contest's id. */
const idOf = (kind: (typeof kinds)[number]): string => kind.replace(' ', '-').toLowerCase();

// The kinds wait side by side, but where a table is locked.
describe('a submission', () => {
  it.concurrent.each(kinds)(
    'as %s, that began before the end of the contest is refused when its last byte comes after it',
    async (kind) => {
      const { ended } = await endingContest(`late-${idOf(kind)}`, 3000);
      const { headers, body } = encodedSubmission(kind, source());
      const held = await HeldRequest.open(api, path(`late-${idOf(kind)}`), 'alpha', headers);
      await held.send(body.slice(0, -1));
      await ended();
      await held.send(body.slice(-1));
      const answer = await held.answer();
      expect([answer.status, answer.body.code]).toEqual([403, 'CONTEST_CLOSED']);
      held.close();
    },
  );

  it.concurrent.each(kinds)(
    'as %s, that dawdles is cut with a clear error, its connection is closed, and nothing of it is kept',
    async (kind) => {
      const { headers, body } = encodedSubmission(kind, source());
      const held = await HeldRequest.open(api, path('main'), 'beta', headers);
      await held.send(body.slice(0, -1));
      const answer = await held.answer();
      expect([answer.status, answer.body.code]).toEqual([408, 'UPLOAD_TOO_SLOW']);
      await held.closed;
      const { rows } = await api.sql.query(
        `SELECT 1 FROM submission WHERE contest_id = 'main' AND team_id = 'beta'`,
      );
      expect(rows).toEqual([]);
    },
  );

  it.each(kinds)('as %s is dated when its last byte came, and its id says the same', async (kind) => {
    const { headers, body } = encodedSubmission(kind, source());
    const held = await HeldRequest.open(api, path('main'), 'alpha', headers);
    await held.send(body.slice(0, -1));
    // Headers and most of the body are there long before: by their instant it would be dated earlier.
    await sleep(300);
    const before = Date.now();
    await held.send(body.slice(-1));
    const { status, body: submission } = await held.answer();
    const at = Date.parse(submission.submittedAt);
    expect(status).toBe(201);
    expect(at).toBeGreaterThanOrEqual(before - toleranceMs);
    expect(at).toBeLessThanOrEqual(Date.now() + toleranceMs);
    expect(Number.parseInt(submission.id.replaceAll('-', '').slice(0, 12), 16)).toBe(at);
    held.close();
  });

  it.each(kinds)(
    'as %s, whose last byte came before the end is taken with that instant, however long it then waits',
    async (kind) => {
      // A machine may be so busy that the end has come when all is sent: then once more, with more time.
      for (let ms = 3000; ; ms *= 2) {
        const contest = `waits-${idOf(kind)}-${String(ms)}`;
        const { endsAt, ended } = await endingContest(contest, ms);
        // Not for so long that the api refuses what waits for the database.
        await sleep(Math.max(0, endsAt.getTime() - Date.now() - 2500));
        // Everybody who hands in waits for this.
        await api.sql.query('BEGIN');
        await api.sql.query('LOCK TABLE submission IN ACCESS EXCLUSIVE MODE');
        const { headers, body } = encodedSubmission(kind, source());
        const held = await HeldRequest.open(api, path(contest), 'alpha', headers);
        await held.send(body);
        const leftMs = endsAt.getTime() - Date.now();
        await ended();
        await api.sql.query('ROLLBACK');
        const { status, body: submission } = await held.answer();
        held.close();
        if (leftMs < 1000) continue;
        expect([status, submission.code]).toEqual([201, undefined]);
        expect(Date.parse(submission.submittedAt)).toBeLessThan(endsAt.getTime());
        return;
      }
    },
  );
});

it('submissions that arrived one after the other have ids in that order', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) ids.push((await api.submit('main', 'beta')).body.id);
  expect(ids.toSorted()).toEqual(ids);
});
