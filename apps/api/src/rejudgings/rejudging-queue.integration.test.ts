/** A rejudging in the real queue, with nobody there to take it: what goes in, what goes out, and by what it is chosen. */
import type { RejudgingFilter, RejudgingSelection } from '@sandglass/contracts';
import { openJudgeQueue, redisOptions, type JudgeQueue } from '@sandglass/queue';
import { Redis } from 'ioredis';
import { beforeAll, describe, expect, it } from 'vitest';
import { RejudgingDriver } from '../testing/rejudging-driver.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import type { TestApi } from '../testing/test-api.ts';

let api: TestApi;
let driver: RejudgingDriver;
let queue: JudgeQueue;
let redis: Redis;
let ids: string[];

withTestEnvironment(async (environment) => {
  const at = await RejudgingDriver.at(environment);
  ({ api, driver } = at);
  ids = await driver.contestWith(
    'waiting',
    'alpha WA',
    'beta WA',
    'beta AC',
    'alpha TLE',
    'beta WTL',
    'alpha AC',
  );
  await at.host.leave();
  queue = openJudgeQueue(environment.services.redisUrl);
  redis = new Redis(redisOptions(environment.services.redisUrl));
  environment.atEnd(async () => {
    redis.disconnect();
    await queue.close();
  });
});

const waiting = async (): Promise<number> => (await queue.depth()).waiting;

describe('a rejudging that is cancelled', () => {
  it('leaves the queue at once, all of it and nothing else, and does not come back', async () => {
    const live = await api.submit('waiting', 'alpha');
    const { body } = await driver.create('waiting', { repeats: 4 });
    expect(body.submissions).toBe(ids.length);
    await expect.poll(waiting, { timeout: 20_000 }).toBe(ids.length * 4 + 1);
    expect((await driver.end(body.id, 'cancel')).body.state).toBe('cancelled');
    await expect.poll(waiting, { timeout: 5000 }).toBe(1);
    // Not even when the queue has lost its memory and is filled again.
    await redis.flushall();
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    const { rows } = await api.sql.query<{ submission: string }>(
      `SELECT j.submission_id AS submission FROM judge_task t JOIN judging j ON j.id = t.judging_id WHERE t.state = 'due'`,
    );
    expect(rows).toEqual([{ submission: live.body.id }]);
  });
});

describe('the filters of a rejudging', () => {
  const middle = { at: '', judged: '' };

  beforeAll(async () => {
    const mark = (column: string, of: readonly number[]) =>
      api.sql.query(`UPDATE judging SET ${column} = true WHERE submission_id = ANY($1::uuid[])`, [
        of.map((index) => ids[index]),
      ]);
    await mark('suspect', [3, 4]);
    await mark('while_unhealthy', [2, 3]);
    await api.sql.query(
      `UPDATE run SET while_unhealthy = true WHERE judging_id IN (SELECT id FROM judging WHERE while_unhealthy)`,
    );
    await api.sql.query(`UPDATE submission SET language_id = 'cpp' WHERE id = ANY($1::uuid[])`, [
      [ids[0], ids[4], ids[5]],
    ]);
    await api.sql.query('UPDATE submission SET jury = true WHERE id = $1', [ids[5]]);
    const elsewhere = [ids[1], ids[3]];
    await api.sql.query(`UPDATE judging SET judgehost = 'host2' WHERE submission_id = ANY($1::uuid[])`, [
      elsewhere,
    ]);
    await api.sql.query(
      `UPDATE run SET judgehost = 'host2'
       WHERE judging_id IN (SELECT id FROM judging WHERE submission_id = ANY($1::uuid[]))`,
      [elsewhere],
    );
    middle.at = (await driver.detail(ids[3] ?? '', 'jury')).submittedAt;
    middle.judged =
      (await driver.detail(ids[2] ?? '', 'jury')).judgings.find(({ valid }) => valid)?.endedAt ?? '';
  });

  async function select(filter: RejudgingFilter): Promise<number[]> {
    const answer = await api.request<RejudgingSelection>(
      'POST',
      '/api/contests/waiting/rejudgings/selection',
      { as: 'jury', body: { filter } },
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.submissions.map((id) => ids.indexOf(id));
  }

  it('take together what each of them takes, in every combination of two and all at once', async () => {
    const one: [RejudgingFilter, number[]][] = [
      [{ problems: ['A'] }, [0, 1, 2, 3, 4, 5]],
      [{ teams: ['beta'] }, [1, 2, 4]],
      [{ languages: ['cpp'] }, [0, 4, 5]],
      [{ verdicts: ['WA', 'WTL', 'TLE'] }, [0, 1, 3, 4]],
      [{ hosts: ['host2'] }, [1, 3]],
      [{ suspect: true }, [3, 4]],
      [{ whileUnhealthy: true }, [2, 3]],
      [{ submittedFrom: middle.at }, [3, 4, 5]],
      [{ submittedUntil: middle.at }, [0, 1, 2]],
      [{ judgedFrom: middle.judged }, [2, 3, 4, 5]],
      [{ judgedUntil: middle.judged }, [0, 1]],
      [{ jury: 'no' }, [0, 1, 2, 3, 4]],
      [{ submissions: ids.slice(0, 4) }, [0, 1, 2, 3]],
    ];
    for (const [filter, taken] of one) expect([filter, await select(filter)]).toEqual([filter, taken]);
    for (const [index, [a, byA]] of one.entries())
      for (const [b, byB] of one.slice(index + 1)) {
        const both = { ...a, ...b };
        const wanted = byA.filter((each) => byB.includes(each));
        expect([both, await select(both)]).toEqual([both, wanted]);
      }
    const most = Object.assign({}, ...one.map(([filter]) => filter)) as RejudgingFilter;
    const { judgedUntil: _none, submittedUntil: _early, ...all } = most;
    expect(await select({ ...all, languages: ['c', 'cpp'], teams: ['alpha', 'beta'] })).toEqual([3]);
  });
});
