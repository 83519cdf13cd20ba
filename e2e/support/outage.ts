/**
 * Teams submit steadily through a fault. Afterwards every submission that was acknowledged has exactly one valid judging with
 * its true verdict, no submission at all has two, nobody waited without an answer, and everything is ready again soon.
 */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { submissionSummarySchema } from '@sandglass/contracts';
import { checkoutRoot, waitFor, type TestStack } from '@sandglass/testing';
import { expect } from 'vitest';
import { possibleVerdicts } from './verdicts.ts';

/** What a program of the sample problem is known to get. */
const programs = [
  { file: 'accepted/sum.c', language: 'c', verdict: 'AC' },
  { file: 'wrong_answer/overflow.c', language: 'c', verdict: 'WA' },
  { file: 'accepted/sum.py', language: 'python3', verdict: 'AC' },
] as const;

/** From one submission to the next, ms: three outages at once on two cores are judged no faster. */
const everyMs = 700;
/** The api promises an answer within about five seconds; a client without an answer after this one waits in vain. */
const answerMs = 15_000;
/** What is promised. */
const promisedMs = 10_000;
/** On a machine with two cores three outages run at once beside a browser: a process takes that much longer to start there. */
const marginMs = 15_000;
/** Until a lease ends, and the task is judged by another. */
const judgedMs = 120_000;

interface Acknowledged {
  readonly id: string;
  readonly ms: number;
  readonly verdict: string;
}

export interface Refused {
  /** null: there was no answer. */
  readonly status: number | null;
  readonly code: string;
  readonly ms: number;
}

export interface Course {
  readonly acknowledged: readonly Acknowledged[];
  readonly refused: readonly Refused[];
}

export interface OutageOptions {
  /** Answers beside 503 and none at all that this fault may bring. */
  readonly expected?: readonly string[];
}

/**
 * @param fault begins, does its harm and ends it: what comes after counts as recovery
 * @returns what teams saw
 */
export async function outage(
  stack: TestStack,
  name: string,
  fault: (course: Course) => Promise<void>,
  { expected = [] }: OutageOptions = {},
): Promise<Course> {
  const acknowledged: Acknowledged[] = [];
  const refused: Refused[] = [];
  const course = { acknowledged, refused };
  const underWay = new Set<Promise<void>>();
  let turn = 0;
  const once = (): void => {
    const one = submit(stack, (turn += 1), acknowledged, refused).finally(() => underWay.delete(one));
    underWay.add(one);
  };
  const steadily = setInterval(once, everyMs);
  try {
    await waitFor('submissions to be acknowledged', () => Promise.resolve(acknowledged.length >= 3));
    await fault(course);
    const ended = performance.now();
    const before = acknowledged.length;
    await waitFor(
      `everything to be ready after ${name}`,
      async () => acknowledged.length > before && (await ready(stack)),
      60_000,
    );
    const tookMs = performance.now() - ended;
    console.log(`${name}: ready again after ${(tookMs / 1000).toFixed(1)} s, ${inWords(course)}`);
    expect(tookMs, `ms until everything was ready after ${name}`).toBeLessThan(promisedMs + marginMs);
  } finally {
    clearInterval(steadily);
    await Promise.all(underWay);
  }
  const surprises = refused.filter(
    ({ status, code }) => status !== null && status !== 503 && !expected.includes(code),
  );
  expect(surprises, 'answers that say nothing of a part that is away').toEqual([]);
  expect(
    refused.filter(({ code }) => code === 'TimeoutError'),
    'submissions that nobody answered',
  ).toEqual([]);
  await expectTrueVerdicts(stack, acknowledged);
  return course;
}

async function submit(
  stack: TestStack,
  turn: number,
  acknowledged: Acknowledged[],
  refused: Refused[],
): Promise<void> {
  const program = programs[turn % programs.length] ?? programs[0];
  const { username, password } = stack.teams[turn % stack.teams.length] ?? stack.juryLogin;
  const content = await readFile(
    join(checkoutRoot, 'samples/problems/sum/submissions', program.file),
    'utf8',
  );
  const started = performance.now();
  try {
    const answer = await fetch(`${stack.url}/api/contests/${stack.contest}/submissions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // Each comes over a connection of its own, as from a team of its own.
        connection: 'close',
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      },
      body: JSON.stringify({
        problem: 'A',
        language: program.language,
        files: [{ name: basename(program.file), content }],
      }),
      signal: AbortSignal.timeout(answerMs),
    });
    const body: unknown = await answer.json();
    if (answer.ok)
      acknowledged.push({
        id: submissionSummarySchema.parse(body).id,
        verdict: program.verdict,
        ms: performance.now() - started,
      });
    else
      refused.push({
        status: answer.status,
        code: (body as { code?: string }).code ?? '',
        ms: performance.now() - started,
      });
  } catch (error) {
    const code = error instanceof Error ? error.name : String(error);
    refused.push({ status: null, code, ms: performance.now() - started });
  }
}

/** The api is ready, and every judgehost that it knows is there. */
export async function ready(stack: TestStack): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(5_000);
    if (!(await fetch(`${stack.url}/api/ready`, { signal })).ok) return false;
    const online = (await stack.admin.judgehosts()).filter((host) => host.online).map(({ name }) => name);
    return (
      online.includes('testhost') &&
      stack.stack.judgehosts.every(({ options }) => online.includes(options.name.replace('judgehost ', '')))
    );
  } catch {
    return false;
  }
}

/** Each of them, and of those that nobody had an answer for, at most one judging that is valid. */
export async function expectTrueVerdicts(stack: TestStack, all: readonly Acknowledged[]): Promise<void> {
  for (const { id, verdict } of all) {
    await waitFor(
      `the verdict of ${id}`,
      () =>
        stack.jury.submission(id).then(
          ({ state }) => state === 'done',
          () => false,
        ),
      judgedMs,
    );
    const { judgings } = await stack.jury.submission(id);
    expect(judgings, `judgings of ${id}`).toHaveLength(1);
    const ordinals = judgings[0]?.tests.map(({ ordinal }) => ordinal) ?? [];
    expect(new Set(ordinals).size, `tests of ${id}`).toBe(ordinals.length);
    expect(possibleVerdicts(verdict), `the verdict of ${id}`).toContain(judgings[0]?.verdict);
  }
  expect(
    await stack.sql('SELECT submission_id FROM judging WHERE valid GROUP BY 1 HAVING count(*) > 1'),
    'submissions with several valid judgings',
  ).toEqual([]);
}

/** Goes on as it is, for as long as a fault is to last, while teams submit. */
export const lasting = (ms: number): Promise<void> => delay(ms);

function inWords({ acknowledged, refused }: Course): string {
  const kinds = Map.groupBy(refused, ({ status, code }) => `${String(status ?? 'no answer')} ${code}`);
  const slowest = Math.max(0, ...refused.map(({ ms }) => ms));
  const words = [...kinds].map(([kind, some]) => `${String(some.length)} × ${kind}`);
  return `${String(acknowledged.length)} acknowledged${words.length === 0 ? '' : `, ${words.join(', ')} (the slowest after ${(slowest / 1000).toFixed(1)} s)`}`;
}
