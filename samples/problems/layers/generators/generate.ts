import { Random } from '../../../lib/random.ts';
import { SecretNames } from '../../../lib/test-case.ts';
import type { TestCase } from '../../../lib/test-case.ts';

const MOST_LAYERS = 10_000;
const COLOURS = 'abcdefghijklmnopqrstuvwxyz';

export function* generate(): Iterable<TestCase> {
  yield testCase('sample/1', 'goldg', 'odlg');
  yield testCase('sample/2', 'sand', 'sand');
  yield testCase('sample/3', 'aaa', 'bb');

  const names = new SecretNames();
  const random = new Random('layers');
  yield testCase(names.next('one-layer-each'), 'x', 'x');
  yield testCase(names.next('one-and-many'), 'q', random.text(500, COLOURS));
  yield testCase(names.next('greedy-trap'), 'bcdea', 'abcde', 'The first match leads astray.');
  yield testCase(names.next('reversed'), 'abcdefghij', 'jihgfedcba');
  yield testCase(names.next('few-colours'), random.text(300, 'ab'), random.text(280, 'ab'));
  yield testCase(names.next('many-colours'), random.text(900, COLOURS), random.text(1000, COLOURS));
  yield testCase(
    names.next('large-two-colours'),
    random.text(MOST_LAYERS, 'xy'),
    random.text(MOST_LAYERS, 'xy'),
  );
  yield testCase(
    names.next('large-random'),
    random.text(MOST_LAYERS, COLOURS),
    random.text(MOST_LAYERS - 7, COLOURS),
  );
  const original = random.text(MOST_LAYERS, 'abcdefgh');
  yield testCase(
    names.next('large-almost-equal'),
    original,
    blown(random, original),
    'One bottle with a tenth of the layers replaced.',
  );
  yield testCase(names.next('large-one-colour'), 'a'.repeat(MOST_LAYERS), 'a'.repeat(MOST_LAYERS - 1));
}

/** All layers less twice the longest common subsequence, by the classic table, of which one row is kept. */
export function fewestBlownAway(first: string, second: string): number {
  const row = new Uint16Array(second.length + 1);
  for (let i = 0; i < first.length; i++) {
    const colour = first.charCodeAt(i);
    let diagonal = 0;
    for (let j = 1; j <= second.length; j++) {
      const above = row[j] ?? 0;
      row[j] = second.charCodeAt(j - 1) === colour ? diagonal + 1 : Math.max(above, row[j - 1] ?? 0);
      diagonal = above;
    }
  }
  return first.length + second.length - 2 * (row[second.length] ?? 0);
}

function blown(random: Random, layers: string): string {
  return Array.from(layers, (layer) => (random.chance(10) ? random.text(1, COLOURS) : layer)).join('');
}

function testCase(name: string, first: string, second: string, description?: string): TestCase {
  const test = { name, input: `${first}\n${second}\n`, answer: `${fewestBlownAway(first, second)}\n` };
  return description === undefined ? test : { ...test, description };
}
