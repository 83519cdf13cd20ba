import { describe, expect, it } from 'vitest';
import { slowness } from './regular-expressions/attack.ts';
import { expressionsIn, expressionsOfProduct } from './regular-expressions/literals.ts';

/** Slow, and no matter: the reason says why. By the expression as it is written. */
const exempt = new Map<string, string>([
  [String.raw`/\.?0+$/`, 'domain/units.ts: a number that was written with one decimal a line above'],
]);

/** Built from the product's own words, one by one looked at: the place's file and the reason. */
const computedHere = new Map<string, string>([
  ['packages/languages/src/languages-page.ts', 'written into a page of the documentation by a developer'],
  [
    'packages/host-health/src/memory.ts',
    '`^name:\\s*(\\d+) kB`: behind a word that begins a line, and digits',
  ],
  ['packages/host-health/src/throttling.ts', '`^key (\\d+)`: behind a word that begins a line'],
  ['packages/host-health/src/vitals.ts', '`^name:\\s*(\\d+) kB`, as in memory.ts'],
  ['apps/judgehost/src/slots/build-identity.ts', '`^name="?([^"\\n]*)"?$`: one line of /etc/os-release'],
  ['apps/api/src/web/page-index.ts', '`^/a/(?<b>[^/]+)$`: anchored, and parts never take a slash'],
]);

describe('an expression', () => {
  it.each([
    [String.raw`^[A-Za-z0-9+/\s]*={0,2}\s*$`, ''],
    [String.raw`^\s*package\s+([\w.]+)\s*;`, 'm'],
    [String.raw`\bpublic\b[^;}]*$`, ''],
    [String.raw`\bstatic\b[^;{}()]*\bvoid\s+main\s*\(`, 'g'],
    [String.raw` at \/.*$`, ''],
    [String.raw`\.(isra|constprop|part)\b.*$`, ''],
    [String.raw`^(a+)+$`, ''],
    [String.raw`\s+$`, ''],
  ])('that is slow for some text is found: %s', (source, flags) => {
    expect(slowness({ source, flags })).not.toBeNull();
  });

  it.each([
    [String.raw`^[A-Za-z0-9+/]*={0,2}$`, ''],
    [String.raw`^[ \t]*package[ \t]+main[ \t]*$`, 'm'],
    [String.raw`^MemTotal:\s*(\d+) kB`, 'm'],
    [String.raw`\s+`, 'g'],
  ])('that is not slow is accepted: %s', (source, flags) => {
    expect(slowness({ source, flags })).toBeNull();
  });

  it('is found in every place, with its line', () => {
    const text = 'const a = 1;\nconst b = /x+/u;\nnew RegExp("y", "i");\nRegExp(`${a}z`);\n';
    expect(expressionsIn('file.ts', text)).toEqual({
      literals: [
        { place: 'file.ts:2', source: 'x+', flags: 'u' },
        { place: 'file.ts:3', source: 'y', flags: 'i' },
      ],
      computed: [{ place: 'file.ts:4', code: 'RegExp(`${a}z`)' }],
    });
  });
});

describe('the product', () => {
  const { literals, computed } = expressionsOfProduct();

  it('has no expression that takes more than linear time', () => {
    expect(literals.length).toBeGreaterThan(100);
    const verdicts = new Map<string, string | null>();
    const slow: string[] = [];
    for (const { place, source, flags } of literals) {
      const key = `/${source}/${flags}`;
      if (exempt.has(key)) continue;
      let why = verdicts.get(key);
      if (why === undefined) verdicts.set(key, (why = slowness({ source, flags })));
      if (why !== null) slow.push(`${place}: ${key}: ${why}`);
    }
    expect(slow).toEqual([]);
    const written = new Set(literals.map(({ source, flags }) => `/${source}/${flags}`));
    expect([...exempt.keys()].filter((key) => !written.has(key))).toEqual([]);
  });

  it('builds none of what is not known', () => {
    const files = new Set(computed.map(({ place }) => place.slice(0, place.lastIndexOf(':'))));
    expect([...files].toSorted()).toEqual([...computedHere.keys()].toSorted());
  });
});
