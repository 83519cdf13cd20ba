/** The judgehost against a real api, PostgreSQL, Redis and sandbox, as an ordinary user behind its broker. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importPackage, type SandglassClient } from '@sandglass/client';
import type { SubmissionDetail, SubmitRequest } from '@sandglass/contracts';
import { startStack, waitFor, type TestStack } from '@sandglass/testing';

const sampleFolder = join(import.meta.dirname, '../../../samples/problems');
const practiceFolder = join(import.meta.dirname, '../../../samples/practice');

function whyNot(): string | null {
  if (process.getuid?.() === 0) return null;
  const reason = 'integration tests of the judgehost are skipped: they need root for the sandbox’s broker';
  console.warn(reason);
  return reason;
}

describe.skipIf(whyNot() !== null)('a judgehost with a real api', () => {
  let stack: TestStack;
  let team: SandglassClient;
  /** Problem id → label in the contest. */
  let labels: Map<string, string>;

  beforeAll(async () => {
    stack = await startStack({ problems: ['sum', 'rooms'] });
    const [login] = stack.teams;
    if (login === undefined) throw new Error('the sample contest has no team');
    team = stack.client(login);
    const { problems } = await team.contest(stack.contest);
    labels = new Map(problems.map(({ id, label }) => [id, label]));
  }, 180_000);
  afterAll(() => stack.stop(), 60_000);

  async function submit(problem: string, language: string, name: string, content: string): Promise<string> {
    const { id } = await team.submit(stack.contest, {
      problem: labels.get(problem) ?? problem,
      language,
      files: [{ name, content }],
    });
    return id;
  }

  /** The verdict, with all that the jury sees of it. */
  async function judged(id: string): Promise<SubmissionDetail> {
    await team.verdictOf(id, 90_000);
    return stack.jury.submission(id);
  }

  function sample(problem: string, path: string): string {
    return readFileSync(join(sampleFolder, problem, 'submissions', path), 'utf8');
  }

  it('runs as an ordinary user', () => {
    const [judgehost] = stack.stack.judgehosts;
    const status = readFileSync(`/proc/${String(judgehost?.identity.pid)}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\t(?!0\t)/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
  });

  it('reports its slots, compilers and what it is', async () => {
    await waitFor('a heartbeat', async () => (await stack.admin.judgehosts())[0]?.slots.length !== 0);
    const [host] = await stack.admin.judgehosts();
    expect(host?.compilers.map(({ language }) => language)).toContain('c');
    expect(host?.report?.cpus.summary).toMatch(/ of /);
  });

  it.for([
    ['AC', 'c', 'accepted/sum.c'],
    ['AC', 'cpp', 'accepted/sum.cpp'],
    ['AC', 'java', 'accepted/Sum.java'],
    ['AC', 'python3', 'accepted/sum.py'],
    ['WA', 'c', 'wrong_answer/overflow.c'],
    ['CE', 'c', 'rejected/no_semicolon.c'],
    ['RTE', 'c', 'run_time_error/null_pointer.c'],
    ['TLE', 'cpp', 'time_limit_exceeded/counts_grains.cpp'],
    ['MLE', 'cpp', 'rejected/hoards.cpp'],
    ['OLE', 'cpp', 'rejected/chatters.cpp'],
    ['WTL', 'python3', 'rejected/falls_asleep.py'],
    // Again where a neighbour on the same core made a burner reach its wall limit before its CPU limit.
  ] as const)('gives %s to %s %s', { retry: 2 }, async ([verdict, language, path]) => {
    const id = await submit('sum', language, path.split('/')[1] ?? path, sample('sum', path));
    expect((await judged(id)).verdict).toBe(verdict);
  });

  it('reports every test with its measurements', async () => {
    const id = await submit('sum', 'c', 'sum.c', `${sample('sum', 'accepted/sum.c')}\n// measured`);
    const judging = (await judged(id)).judgings[0];
    expect(judging?.compile?.success).toBe(true);
    expect(judging?.tests.length).toBeGreaterThan(1);
    for (const test of judging?.tests ?? []) {
      expect(test).toMatchObject({ verdict: 'AC', judgehost: 'testhost' });
      expect(test.measurement?.wallUs).toBeGreaterThan(0);
      expect(test.measurement?.setupUs).toBeGreaterThan(0);
    }
  });

  it('runs a custom validator in the sandbox', async () => {
    const id = await submit('rooms', 'cpp', 'nothing.cpp', '#include <cstdio>\nint main() { puts("no"); }');
    const detail = await judged(id);
    expect(detail.verdict).toBe('WA');
    expect(detail.judgings[0]?.tests[0]?.validatorMessage).not.toBe('');
  });

  describe('judges a practice problem', () => {
    beforeAll(async () => {
      const problems = ['guess', 'whisper', 'ruler'];
      for (const problem of problems)
        await importPackage(stack.admin, problem, join(practiceFolder, problem));
      const now = Date.now();
      await stack.admin.defineContest({
        id: 'practice',
        name: 'Practice',
        startsAt: new Date(now - 60_000).toISOString(),
        endsAt: new Date(now + 3_600_000).toISOString(),
        problems: problems.map((problem, index) => ({
          label: 'XYZ'.charAt(index),
          problem,
          colour: '#2a9d8f',
        })),
      });
    }, 60_000);

    async function practise(
      problem: string,
      language: string,
      files: readonly string[],
    ): Promise<SubmissionDetail> {
      const request: SubmitRequest = {
        problem,
        language,
        files: files.map((path) => ({
          name: path.split('/').at(-1) ?? path,
          content: readFileSync(join(practiceFolder, path), 'utf8'),
        })),
      };
      const { id } = await stack.jury.submit('practice', request);
      return stack.jury.verdictOf(id, 90_000);
    }

    it('that is interactive, and keeps who said what and when for the jury', async () => {
      const detail = await practise('X', 'python3', ['guess/submissions/accepted/bisect.py']);
      expect(detail.verdict).toBe('AC');
      const { exchange } = await stack.jury.testOutput(detail.id, 0);
      expect(exchange?.entries.slice(0, 2)).toMatchObject([
        { pass: 1, from: 'program', text: '500\n' },
        { pass: 1, from: 'interactor', text: 'fewer\n' },
      ]);
      expect(exchange?.passes).toMatchObject([{ deadlock: false, omitted: null }]);
      const lost = await practise('X', 'c', ['guess/submissions/wrong_answer/ends_early.c']);
      expect(lost.verdict).toBe('WA');
    }, 120_000);

    it('that is multi-pass, and reports every run', async () => {
      const detail = await practise('Y', 'python3', ['whisper/submissions/accepted/binary.py']);
      expect(detail.verdict).toBe('AC');
      expect((await stack.jury.testOutput(detail.id, 0)).passes).toHaveLength(2);
    }, 120_000);

    it('of which the answers themselves are handed in, and refuses a file that answers no test', async () => {
      const folder = 'ruler/submissions/wrong_answer/one_missing';
      const detail = await practise('Z', 'answers', [`${folder}/01-four.out`, `${folder}/02-five.out`]);
      expect(detail).toMatchObject({ verdict: 'WA', language: { name: 'Answers' } });
      expect(detail.judgings[0]?.tests[2]?.reason).toContain('03-six.out is missing');
      await expect(practise('Z', 'answers', ['ruler/problem.yaml'])).rejects.toThrow(
        /SUBMISSION_INVALID|no test|wrong/i,
      );
    }, 120_000);
  });
});
