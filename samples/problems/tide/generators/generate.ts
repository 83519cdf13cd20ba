import { NumberText } from '../../../lib/number-text.ts';
import { Random } from '../../../lib/random.ts';
import { SecretNames } from '../../../lib/test-case.ts';
import type { TestCase } from '../../../lib/test-case.ts';

const MOST_ENTRIES = 3_500_000;
const LARGEST_CHANGE = 1_000_000_000;

export function* generate(): Iterable<TestCase> {
  yield testCase('sample/1', [-4, 3, -1, 5, -2, 6, -7, 2]);
  yield testCase('sample/2', [-3, -1, -2]);

  const names = new SecretNames();
  yield testCase(names.next('one-rise'), [LARGEST_CHANGE]);
  yield testCase(names.next('one-fall'), [-LARGEST_CHANGE]);
  yield testCase(names.next('still-water'), [0, 0, 0, 0]);
  yield testCase(
    names.next('from-the-start'),
    [5, 5, -20, 4],
    'The lowest moment is the one before the first entry.',
  );
  yield testCase(
    names.next('low-after-high'),
    [9, -100, 8],
    'Highest minus lowest level is wrong: the order matters.',
  );
  yield testCase(
    names.next('random'),
    changes('random', 1000, (random) => random.int(-50, 50)),
  );
  yield testCase(
    names.next('small-drift'),
    changes('drift', 200_000, (random) => random.int(-LARGEST_CHANGE, LARGEST_CHANGE)),
  );
  yield testCase(
    names.next('huge-rise'),
    changes('rise', MOST_ENTRIES, (random) => random.int(LARGEST_CHANGE - 999, LARGEST_CHANGE)),
    'Levels up to 3.5e15 and the largest file.',
  );
  yield testCase(
    names.next('huge-waves'),
    changes(
      'waves',
      MOST_ENTRIES,
      (random, i) => (Math.floor(i / 90_000) % 2 === 0 ? -1 : 1) * random.int(1, LARGEST_CHANGE),
    ),
    'Long falls and long rises.',
  );
}

/** Largest difference of the level at a moment and at an earlier one; |level| ≤ 3.5·10¹⁵ < 2⁵³. */
export function largestRise(entries: Iterable<number>): number {
  let level = 0;
  let lowest = 0;
  let largest = 0;
  for (const change of entries) {
    level += change;
    lowest = Math.min(lowest, level);
    largest = Math.max(largest, level - lowest);
  }
  return largest;
}

function changes(seed: string, n: number, change: (random: Random, index: number) => number): Int32Array {
  const random = new Random(`tide ${seed}`);
  const entries = new Int32Array(n);
  for (let i = 0; i < n; i++) entries[i] = change(random, i);
  return entries;
}

function testCase(
  name: string,
  entries: ArrayLike<number> & Iterable<number>,
  description?: string,
): TestCase {
  const text = new NumberText(entries.length * 12);
  text.put(entries.length, '\n');
  let left = entries.length;
  for (const entry of entries) text.put(entry, --left === 0 ? '\n' : ' ');
  const test = { name, input: text.bytes(), answer: `${largestRise(entries)}\n` };
  return description === undefined ? test : { ...test, description };
}
