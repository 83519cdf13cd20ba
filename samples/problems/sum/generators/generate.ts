import type { TestCase } from '../../../lib/test-case.ts';

/**
 * Two tests, and on purpose no more: this problem also measures the time from submission to verdict, where
 * every further test would hide some of the system's own cost. The second one is chosen so that 32-bit
 * arithmetic overflows and a double rounds to a wrong number.
 */
export function* generate(): Iterable<TestCase> {
  yield testCase('sample/1', 3n, 5n);
  yield testCase(
    'secret/01-huge',
    999_999_999_999_999_989n,
    999_999_999_999_999_968n,
    'Overflows 32 bits; the sum is no double; a + b is odd, so that rounding shows.',
  );
}

function testCase(name: string, a: bigint, b: bigint, description?: string): TestCase {
  const test = { name, input: `${a} ${b}\n`, answer: `${a + b}\n` };
  return description === undefined ? test : { ...test, description };
}
