import { expect, it } from 'vitest';
import { StreamPlaces, unknownPlace } from './stream-place.ts';

const places = new StreamPlaces('a secret of tests');

it('is opened again by any process of the same secret, for the same contest alone', () => {
  for (const seq of [0, 1, 255, 256, 4_294_967_296]) {
    const sealed = places.seal('main', seq);
    expect(new StreamPlaces('a secret of tests').open('main', sealed)).toBe(seq);
    expect(places.open('other', sealed)).toBe(unknownPlace);
    expect(new StreamPlaces('another secret').open('main', sealed)).toBe(unknownPlace);
  }
});

it('says nothing, not even that nothing happened', () => {
  const sealed = Array.from({ length: 100 }, () => places.seal('main', 7));
  expect(new Set(sealed).size).toBe(100);
  expect(new Set([...sealed, places.seal('main', 4_294_967_296)].map(({ length }) => length)).size).toBe(1);
});

it.each(['', '5', 'x'.repeat(46), '\0', 'ü', 'A'.repeat(10_000)])('takes %j for no place', (text) => {
  expect(places.open('main', text)).toBe(unknownPlace);
});
