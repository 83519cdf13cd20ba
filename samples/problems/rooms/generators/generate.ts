import { Random } from '../../../lib/random.ts';
import { SecretNames } from '../../../lib/test-case.ts';
import type { TestCase } from '../../../lib/test-case.ts';

type Pair = readonly [number, number];

export function* generate(): Iterable<TestCase> {
  const drawn: Pair[] = [
    [1, 2],
    [1, 3],
    [2, 3],
    [2, 4],
    [3, 4],
    [4, 5],
  ];
  yield testCase('sample/1', 5, drawn);
  yield testCase('sample/2', 3, []);

  const names = new SecretNames();
  yield testCase(names.next('one-scholar'), 1, []);
  yield testCase(names.next('one-quarrel'), 2, [[1, 2]]);
  yield testCase(
    names.next('triangle'),
    3,
    complete(3),
    'An odd cycle: somebody always quarrels in the own room.',
  );
  yield testCase(
    names.next('star'),
    5000,
    Array.from({ length: 4999 }, (_, i): Pair => [1, i + 2]),
  );
  yield testCase(
    names.next('path'),
    5000,
    Array.from({ length: 4999 }, (_, i): Pair => [i + 1, i + 2]),
  );
  yield testCase(names.next('odd-cycle'), 4999, cycle(4999));
  yield testCase(names.next('complete'), 283, complete(283), 'Exactly balanced halves are needed.');
  yield testCase(
    names.next('bipartite'),
    400,
    bipartite(200),
    'By index, the two sides alternate in blocks.',
  );
  yield testCase(
    names.next('late-hub'),
    5000,
    lateHub(5000),
    'A greedy pass in order of index gets the early ones wrong.',
  );
  yield testCase(names.next('cliques'), 5000, cliques(250, 18));
  for (const [n, m] of [
    [50, 100],
    [300, 4000],
    [2000, 40_000],
    [5000, 40_000],
    [5000, 5000],
  ] as const) {
    yield testCase(names.next(`random-${n}-${m}`), n, randomPairs(new Random(`rooms ${n} ${m}`), n, m));
  }
}

/** The answer file holds one quiet assignment; the validator accepts every other one as well. */
function testCase(name: string, n: number, pairs: readonly Pair[], description?: string): TestCase {
  const lines = pairs.map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}\n`);
  const test = {
    name,
    input: `${n} ${pairs.length}\n${lines.join('')}`,
    answer: `${quietAssignment(n, pairs)}\n`,
  };
  return description === undefined ? test : { ...test, description };
}

/** Local search: every move takes one quarrel or more out of the rooms, so it ends. */
export function quietAssignment(n: number, pairs: readonly Pair[]): string {
  const neighbours = Array.from({ length: n + 1 }, (): number[] => []);
  for (const [a, b] of pairs) {
    neighbours[a]?.push(b);
    neighbours[b]?.push(a);
  }
  const east = Array.from({ length: n + 1 }, () => false);
  const toCheck = Array.from({ length: n }, (_, i) => n - i);
  for (let scholar = toCheck.pop(); scholar !== undefined; scholar = toCheck.pop()) {
    const others = neighbours[scholar] ?? [];
    const own = others.filter((other) => east[other] === east[scholar]).length;
    if (own * 2 <= others.length) continue;
    east[scholar] = !east[scholar];
    toCheck.push(...others);
  }
  return east
    .slice(1)
    .map((isEast) => (isEast ? 'E' : 'W'))
    .join('');
}

function complete(n: number): Pair[] {
  const pairs: Pair[] = [];
  for (let a = 1; a <= n; a++) for (let b = a + 1; b <= n; b++) pairs.push([a, b]);
  return pairs;
}

function cycle(n: number): Pair[] {
  return Array.from({ length: n }, (_, i): Pair => [i + 1, ((i + 1) % n) + 1]);
}

/** Complete bipartite; the sides are 1, 4, 5, 8, 9 … and 2, 3, 6, 7, 10 …. */
function bipartite(side: number): Pair[] {
  const left = Array.from({ length: side }, (_, i) => 2 * i + 1 + (i % 2));
  const right = Array.from({ length: side }, (_, i) => 2 * i + 2 - (i % 2));
  return left.flatMap((a) => right.map((b): Pair => [a, b]));
}

/** Scholars 1 … n−50 quarrel with two neighbours each and with three of the last fifty. */
function lateHub(n: number): Pair[] {
  const random = new Random('rooms late hub');
  const pairs: Pair[] = [];
  for (let a = 1; a <= n - 50; a++) {
    if (a < n - 50) pairs.push([a, a + 1]);
    const hubs = random.permutation(n - 49, n).subarray(0, 3);
    for (const hub of hubs) pairs.push([a, hub]);
  }
  return pairs;
}

function cliques(count: number, size: number): Pair[] {
  const pairs: Pair[] = [];
  for (let c = 0; c < count; c++)
    for (const [a, b] of complete(size)) pairs.push([c * size + a, c * size + b]);
  return pairs;
}

function randomPairs(random: Random, n: number, m: number): Pair[] {
  const taken = new Set<number>();
  while (taken.size < m) {
    const a = random.int(1, n - 1);
    const b = random.int(a + 1, n);
    taken.add(a * 5001 + b);
  }
  return Array.from(taken, (key): Pair => [Math.floor(key / 5001), key % 5001]);
}
