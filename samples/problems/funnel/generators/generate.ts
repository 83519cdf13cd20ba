import { NumberText } from '../../../lib/number-text.ts';
import { Random } from '../../../lib/random.ts';
import { SecretNames } from '../../../lib/test-case.ts';
import type { TestCase } from '../../../lib/test-case.ts';

const MOST_FUNNELS = 1_000_000;
const MOST_GRAINS = 100_000;

/** Arrays are indexed by the funnel's number; index 0 is unused. */
interface Works {
  readonly below: Int32Array;
  readonly sand: Int32Array;
  readonly neck: Int32Array;
}

export function* generate(): Iterable<TestCase> {
  yield testCase(
    'sample/1',
    listed([
      [0, 2, 0],
      [1, 2, 6],
      [1, 1, 7],
      [2, 3, 8],
      [2, 5, 4],
    ]),
  );
  yield testCase('sample/2', listed([[0, 7, 0]]));

  const names = new SecretNames();
  yield testCase(
    names.next('all-empty'),
    listed([
      [0, 0, 0],
      [1, 0, 5],
      [2, 0, 5],
    ]),
  );
  yield testCase(
    names.next('stuck-necks'),
    listed([
      [0, 1, 0],
      [1, 9, 0],
      [2, 9, 9],
      [1, 4, 3],
    ]),
    'A neck that lets nothing through.',
  );
  yield testCase(
    names.next('backwards'),
    listed([
      [0, 1, 0],
      [3, 5, 4],
      [4, 6, 9],
      [1, 7, 12],
    ]),
    'Parents have larger numbers.',
  );
  for (const [n, reach] of [
    [10, 3],
    [100, 100],
    [1000, 2],
    [50_000, 40],
  ] as const) {
    const random = new Random(`funnel ${n} ${reach}`);
    yield testCase(
      names.next(`random-${n}`),
      relabelled(
        random,
        tree(random, n, (i) => random.int(Math.max(1, i - reach), i - 1)),
      ),
    );
  }
  const star = new Random('funnel star');
  yield testCase(
    names.next('star'),
    relabelled(
      star,
      tree(star, 200_000, () => 1),
    ),
    'Needs 64 bits: 2·10^5 funnels straight above the great one.',
  );
  const chain = new Random('funnel chain');
  yield testCase(
    names.next('long-chain'),
    relabelled(chain, wide(tree(chain, MOST_FUNNELS, (i) => i - 1))),
    '10^6 funnels above each other: the recursion is 10^6 deep.',
  );
  const brush = new Random('funnel brush');
  yield testCase(
    names.next('brush'),
    relabelled(
      brush,
      tree(brush, MOST_FUNNELS, (i) => (i <= 500_000 ? i - 1 : i - 500_000)),
    ),
    'A chain of half a million with a funnel beside every link.',
  );
}

/** What comes out of funnel 1, without recursion: finished funnels finish the ones below them. */
export function grainsOut({ below, sand, neck }: Works): number {
  const n = below.length - 1;
  const waiting = new Int32Array(n + 1);
  for (let i = 2; i <= n; i++) waiting[below[i] ?? 0] = (waiting[below[i] ?? 0] ?? 0) + 1;
  const inside = Float64Array.from(sand);
  const finished: number[] = [];
  for (let i = 2; i <= n; i++) if (waiting[i] === 0) finished.push(i);
  for (let funnel = finished.pop(); funnel !== undefined; funnel = finished.pop()) {
    const next = below[funnel] ?? 0;
    inside[next] = (inside[next] ?? 0) + Math.min(neck[funnel] ?? 0, inside[funnel] ?? 0);
    waiting[next] = (waiting[next] ?? 0) - 1;
    if (waiting[next] === 0 && next !== 1) finished.push(next);
  }
  return inside[1] ?? 0;
}

function listed(funnels: readonly (readonly [number, number, number])[]): Works {
  const column = (k: 0 | 1 | 2): Int32Array => Int32Array.from([0, ...funnels.map((funnel) => funnel[k])]);
  return { below: column(0), sand: column(1), neck: column(2) };
}

function tree(random: Random, n: number, parentOf: (funnel: number) => number): Works {
  const works = { below: new Int32Array(n + 1), sand: new Int32Array(n + 1), neck: new Int32Array(n + 1) };
  for (let i = 1; i <= n; i++) {
    works.below[i] = i === 1 ? 0 : parentOf(i);
    works.sand[i] = random.int(0, MOST_GRAINS);
    works.neck[i] = i === 1 ? 0 : random.int(MOST_GRAINS / 2, MOST_GRAINS);
  }
  return works;
}

/** Little sand and wide necks, so that what happens at the far end of a chain still shows at funnel 1. */
function wide(works: Works): Works {
  return { ...works, sand: works.sand.map((grains) => (grains % 50_000 === 7 ? 2000 : 0)) };
}

/** Gives all funnels but the great one other numbers, in random order. */
function relabelled(random: Random, works: Works): Works {
  const n = works.below.length - 1;
  const order = random.permutation(2, n);
  const label = (old: number): number => (old <= 1 ? old : (order[old - 2] ?? 0));
  const result = { below: new Int32Array(n + 1), sand: new Int32Array(n + 1), neck: new Int32Array(n + 1) };
  for (let i = 1; i <= n; i++) {
    const at = label(i);
    result.below[at] = label(works.below[i] ?? 0);
    result.sand[at] = works.sand[i] ?? 0;
    result.neck[at] = works.neck[i] ?? 0;
  }
  return result;
}

function testCase(name: string, works: Works, description?: string): TestCase {
  const n = works.below.length - 1;
  const text = new NumberText(n * 22 + 20);
  text.put(n, '\n');
  for (let i = 1; i <= n; i++) {
    text.put(works.below[i] ?? 0, ' ');
    text.put(works.sand[i] ?? 0, ' ');
    text.put(works.neck[i] ?? 0, '\n');
  }
  const test = { name, input: text.bytes(), answer: `${grainsOut(works)}\n` };
  return description === undefined ? test : { ...test, description };
}
