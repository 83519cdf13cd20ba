import { NumberText } from '../../../lib/number-text.ts';
import { Random } from '../../../lib/random.ts';
import { SecretNames } from '../../../lib/test-case.ts';
import type { TestCase } from '../../../lib/test-case.ts';

const MOST_JOBS = 200_000;
const LAST_MINUTE = 1_000_000_000;

export interface Job {
  readonly start: number;
  readonly end: number;
  readonly pay: number;
}

export function* generate(): Iterable<TestCase> {
  yield testCase('sample/1', [job(0, 3, 4), job(2, 4, 5), job(1, 7, 9), job(6, 9, 6)]);
  yield testCase('sample/2', [job(0, 10, 100), job(19, 21, 30)]);

  const names = new SecretNames();
  yield testCase(names.next('one-job'), [job(0, LAST_MINUTE, 1)]);
  yield testCase(
    names.next('rest-just-over'),
    [job(0, 10, 100), job(20, 21, 30)],
    'The next job begins in the very minute in which the rest ends.',
  );
  yield testCase(
    names.next('end-is-not-order'),
    [job(0, 6, 5), job(4, 7, 4), job(10, 11, 7), job(12, 13, 3)],
    'The job that ends later rests shorter.',
  );
  yield testCase(names.next('same-start'), [
    job(5, 6, 3),
    job(5, 7, 9),
    job(5, 8, 4),
    job(9, 10, 1),
    job(9, 11, 1),
  ]);
  yield testCase(names.next('small'), jobs('small', 12, 40, 12, 20));
  yield testCase(names.next('medium'), jobs('medium', 1000, 10_000, 400, 1000));
  yield testCase(
    names.next('short-jobs'),
    jobs('short', MOST_JOBS, LAST_MINUTE, 10_000, LAST_MINUTE),
    'Hundreds of thousands of jobs fit.',
  );
  yield testCase(names.next('long-jobs'), jobs('long', MOST_JOBS, LAST_MINUTE, 300_000_000, LAST_MINUTE));
  yield testCase(
    names.next('crowded'),
    jobs('crowded', MOST_JOBS, 1000, 30, LAST_MINUTE),
    'Many jobs with the same beginning.',
  );
  yield testCase(
    names.next('all-in-a-row'),
    Array.from({ length: MOST_JOBS }, (_, i) => job(2 * i, 2 * i + 1, LAST_MINUTE)).toReversed(),
    'All jobs can be taken: 2·10^14 crowns.',
  );
}

/** Sorted by beginning, from the back: take a job or leave it. Sums stay below 2·10¹⁴ < 2⁵³. */
export function mostPay(jobs: readonly Job[]): number {
  const sorted = jobs.toSorted((a, b) => a.start - b.start);
  const best = new Float64Array(sorted.length + 1);
  for (let i = sorted.length - 1; i >= 0; i--) {
    const { start, end, pay } = sorted[i] ?? job(0, 0, 0);
    best[i] = Math.max(best[i + 1] ?? 0, pay + (best[firstFrom(sorted, 2 * end - start)] ?? 0));
  }
  return best[0] ?? 0;
}

/** Index of the first job that begins at the minute or later. */
function firstFrom(sorted: readonly Job[], minute: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.start ?? 0) < minute) low = middle + 1;
    else high = middle;
  }
  return low;
}

function job(start: number, end: number, pay: number): Job {
  return { start, end, pay };
}

function jobs(seed: string, n: number, last: number, longest: number, highestPay: number): Job[] {
  const random = new Random(`lamps ${seed}`);
  return Array.from({ length: n }, () => {
    const start = random.int(0, last - 1);
    return job(start, random.int(start + 1, Math.min(last, start + longest)), random.int(1, highestPay));
  });
}

function testCase(name: string, jobs: readonly Job[], description?: string): TestCase {
  const text = new NumberText(jobs.length * 32);
  text.put(jobs.length, '\n');
  for (const { start, end, pay } of jobs) {
    text.put(start, ' ');
    text.put(end, ' ');
    text.put(pay, '\n');
  }
  const test = { name, input: text.bytes(), answer: `${mostPay(jobs)}\n` };
  return description === undefined ? test : { ...test, description };
}
