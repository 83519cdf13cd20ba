/**
 * One team does all it may, and more: submissions that cost much, uploads, downloads, live streams, logins. Another one submits
 * and looks at its pages. All of it is counted: what a busy machine makes slower makes it slower for both.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { submissionSummarySchema } from '@sandglass/contracts';
import { checkoutRoot, startStack, waitFor, type TestStack } from '@sandglass/testing';
import type { Login } from '@sandglass/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectTrueVerdicts, lasting } from '../support/outage.ts';

/** More than a team may send in a minute. */
const costly = 40;
/** At once, of each kind. */
const crowd = 5;
const streams = 60;
/** The second one comes behind what the flood was given on its arrival. */
const quietSubmissions = 2;
/** For the end of what never comes: beside other outages on two cores the flood's work takes minutes. */
const patienceMs = 300_000;
/** Of what the flood had waiting when the other team first submitted, so much may be judged before it. */
const maxOvertaken = 0.5;
const everyMs = 700;
/** An answer 503 asks to come again, as pages and the command line do; so often one look or submission may be asked that. */
const mostRepeats = 10;

let stack: TestStack;
let flood: Login;
let quiet: Login;

beforeAll(async () => {
  stack = await startStack({ problems: ['sum'], slots: 1, durable: true });
  [flood = stack.juryLogin, quiet = stack.juryLogin] = stack.teams;
});
afterAll(() => stack?.stop());

const path = (): string => `/api/contests/${stack.contest}`;
const basic = ({ username, password }: Login): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

interface Asked {
  readonly method?: string;
  readonly body?: string | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns the status; 0: there was no answer */
async function ask(as: Login, address: string, init: Asked = {}): Promise<number> {
  try {
    const headers = { authorization: basic(as), ...init.headers };
    const answer = await fetch(`${stack.url}${address}`, { ...init, headers });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Again after two seconds when the api asks for that, as a page does. @returns the first answer that is none of those */
async function repeated<T>(once: () => Promise<T>, isBusy: (answer: T) => boolean): Promise<T> {
  for (let repeats = 0; ; repeats += 1) {
    const answer = await once();
    if (!isBusy(answer) || repeats === mostRepeats) return answer;
    await lasting(2_000);
  }
}

interface Acknowledged {
  readonly id: string;
  readonly verdict: string;
  readonly ms: number;
}

async function submit(as: Login, content: string, verdict: string): Promise<Acknowledged | number> {
  const started = performance.now();
  const answer = await fetch(`${stack.url}${path()}/submissions`, {
    method: 'POST',
    headers: { authorization: basic(as), 'content-type': 'application/json' },
    body: JSON.stringify({ problem: 'A', language: 'c', files: [{ name: 'sum.c', content }] }),
  });
  const body: unknown = await answer.json();
  if (!answer.ok) return answer.status;
  return { id: submissionSummarySchema.parse(body).id, verdict, ms: performance.now() - started };
}

/** Takes a second or two to compile on a free core, or runs until its time is over. Each is another text: the same one again would be one. */
function costlySource(right: string, number: number): { content: string; verdict: string } {
  const mark = `// ${String(number)}\n`;
  if (number % 4 === 0) return { content: `${mark}int main(void) { for (;;); }\n`, verdict: 'TLE' };
  const many = '#define A(x) x x x x x x x x x x\nint f(int a) { A(A(A(a = a * 7 ^ 3;))) return a; }\n';
  return { content: `${mark}${many}${right}`, verdict: 'AC' };
}

/** The same again and again, so many at once, until the signal. @returns how often each status came */
async function crowdOf(once: () => Promise<number>, until: AbortSignal): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const one = async (): Promise<void> => {
    while (!until.aborted) {
      const status = await once();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // One that is refused at once asks at once again, bounded for the machine's sake.
      await lasting(50);
    }
  };
  await Promise.all(Array.from({ length: crowd }, one));
  return statuses;
}

function holdStreams(until: AbortSignal): Promise<unknown> {
  const one = async (): Promise<void> => {
    const headers = { authorization: basic(flood), accept: 'text/event-stream' };
    const answer = await fetch(`${stack.url}${path()}/live`, { headers, signal: until });
    for await (const _ of answer.body ?? []);
  };
  return Promise.allSettled(Array.from({ length: streams }, one));
}

/** Of the flood's judgings that waited when the submission came: how many there were, and how many ended before its own. */
async function overtaken(id: string): Promise<{ waiting: number; before: number }> {
  const [row = '0|0'] = await stack.sql(
    `SELECT count(*), count(*) FILTER (WHERE j.ended_at < own.ended_at)
     FROM judging j JOIN submission s ON s.id = j.submission_id,
       (SELECT j.created_at, j.ended_at FROM judging j WHERE j.submission_id = '${id}') AS own
     WHERE s.team_id = (SELECT team_id FROM account WHERE username = '${flood.username}')
       AND j.created_at < own.created_at AND j.ended_at > own.created_at`,
  );
  const [waiting = 0, before = 0] = row.split('|').map(Number);
  return { waiting, before };
}

it(
  'a team that floods delays nobody but itself: another one is judged first, and its pages answer',
  async () => {
    const right = await readFile(
      join(checkoutRoot, 'samples/problems/sum/submissions/accepted/sum.c'),
      'utf8',
    );
    // Known from there, as in a contest that goes on.
    expect(await ask(quiet, `${path()}/submissions`)).toBe(200);

    const sent: Acknowledged[] = [];
    const refused: number[] = [];
    for (let number = 0; number < costly; number += 1) {
      const { content, verdict } = costlySource(right, number);
      const answer = await submit(flood, content, verdict);
      if (typeof answer === 'number') refused.push(answer);
      else sent.push(answer);
    }
    // The bound of a team holds it, and the answer says so.
    expect(sent.length).toBeGreaterThan(5);
    expect(new Set(refused)).toEqual(new Set([429]));

    const over = new AbortController();
    const wrong = { ...flood, password: 'wrong' };
    let turn = 0;
    const login = (): Promise<number> => {
      turn += 1;
      const username = turn % 2 === 0 ? flood.username : `nobody-${String(turn)}`;
      return ask(wrong, '/api/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password: `wrong-${String(turn)}` }),
      });
    };
    const upload = (): Promise<number> => {
      const form = new FormData();
      form.set('problem', 'A');
      form.set('language', 'c');
      for (let file = 0; file < 8; file += 1)
        form.append('file', new Blob(['x'.repeat(30_000)]), `f${String(file)}.c`);
      return ask(flood, `${path()}/submissions`, { method: 'POST', body: form });
    };
    const underWay = Promise.all([
      crowdOf(() => ask(flood, `${path()}/problems/A/samples.zip`), over.signal),
      crowdOf(() => ask(flood, `${path()}/scoreboard`), over.signal),
      crowdOf(upload, over.signal),
      crowdOf(login, over.signal),
      holdStreams(over.signal),
    ]);

    const look = (address: string): Promise<number> =>
      repeated(
        () => ask(quiet, address),
        (status) => status === 503,
      );
    const own: Acknowledged[] = [];
    const looks: number[] = [];
    try {
      for (let number = 0; number < quietSubmissions; number += 1) {
        const answer = await repeated(
          () => submit(quiet, `// quiet ${String(number)}\n${right}`, 'AC'),
          (status) => status === 503,
        );
        if (typeof answer === 'number') throw new Error(`the quiet team was refused with ${String(answer)}`);
        own.push(answer);
        await waitFor(
          'its verdict',
          async () => {
            for (const page of ['', '/scoreboard', '/submissions', '/problems/A'])
              looks.push(await look(`${path()}${page}`));
            looks.push(await look(`/api/submissions/${answer.id}`));
            await lasting(everyMs);
            return (await stack.jury.submission(answer.id)).state === 'done';
          },
          patienceMs,
        );
      }
    } finally {
      over.abort();
    }
    const [downloads, boards, uploads, logins] = await underWay;
    const words = (counts: Map<number, number>): string =>
      [...counts].map(([status, count]) => `${String(count)} × ${String(status)}`).join(', ');
    const orders = await Promise.all(own.map(({ id }) => overtaken(id)));
    console.log(
      `flood: ${String(sent.length)} costly submissions, ${String(refused.length)} refused; downloads ${words(downloads)}; scoreboards ${words(boards)}; uploads ${words(uploads)}; logins ${words(logins)}; the quiet team: ${String(looks.length)} looks, ${orders.map(({ before, waiting }) => `after ${String(before)} of ${String(waiting)}`).join(', ')}`,
    );

    expect(new Set(looks)).toEqual(new Set([200]));
    // A later one comes after the deadlines that the flood's work was given on arrival: that does not starve either.
    const { waiting = 0, before = 0 } = orders[0] ?? {};
    expect(waiting, 'judgings of the flood that waited').toBeGreaterThan(3);
    expect(before, 'of those, judged before the first of the other team').toBeLessThanOrEqual(
      waiting * maxOvertaken,
    );
    // Nothing of the flood fails of its own: it is served, or refused by its bounds.
    for (const counts of [downloads, boards, uploads, logins])
      for (const status of counts.keys())
        expect([200, 201, 400, 401, 413, 422, 423, 429, 503]).toContain(status);
    await expectTrueVerdicts(stack, [...own, ...sent]);
  },
  2 * patienceMs,
);
