/** Pages use nothing that the browsers lack which docs/manual/contestant.md names: Chrome 111, Firefox 121, Safari 16.4. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const folders = ['apps/web/src', 'packages/contracts/src', 'packages/domain/src'];

/** Newer ones, which the type checker knows, with where to look instead. */
const tooNew: readonly [RegExp, string][] = [
  [/\b(?:Map|Object)\.groupBy\b/, 'groupBy of @sandglass/domain'],
  [/\bAbortSignal\.any\b/, 'anySignal of apps/web/src/api'],
  [/\bPromise\.(?:withResolvers|try)\b/, 'new Promise'],
  [/\bArray\.fromAsync\b/, 'for await'],
  [/\bURL\.(?:canParse|parse)\b/, 'new URL'],
  [/\bRegExp\.escape\b/, 'a pattern of its own'],
  [
    /\bIterator\.(?:from|prototype)\b|\.(?:values|keys|entries)\(\)\.(?:map|filter|some|take|toArray)\(/,
    'an array',
  ],
  [/\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/, 'a loop'],
  [/\bIntl\.(?:DurationFormat|Segmenter)\b/, 'lib/format.ts'],
  [/^\s*(?:await )?using /m, 'finally'],
  [
    /light-dark\(|@starting-style|field-sizing|interpolate-size|anchor-name|@scope\b/,
    'a media query, or a class',
  ],
];

/** Where what a browser lacks is looked for first. */
const fallbacks = ['packages/domain/src/group-by.ts', 'apps/web/src/api/any-signal.ts'];

it('pages use nothing that is newer than the browsers that the manual names', () => {
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((name) => /\.(?:tsx?|css)$/.test(name) && !/\.test\.tsx?$|\/testing\//.test(name)),
  );
  expect(sources.length).toBeGreaterThan(300);
  const found = sources
    .filter((name) => !fallbacks.includes(name))
    .flatMap((name) => {
      const text = readFileSync(join(root, name), 'utf8');
      return tooNew
        .filter(([what]) => what.test(text))
        .map(([what, instead]) => `${name}: ${what}: use ${instead}`);
    });
  expect(found).toEqual([]);
  const manual = readFileSync(join(root, 'docs/manual/contestant.md'), 'utf8');
  expect(manual).toContain('Chrome, Chromium or Edge 111, Firefox 121 or Safari 16.4');
});
