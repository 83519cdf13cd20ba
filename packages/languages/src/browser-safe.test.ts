import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Files reached from `start` by relative imports. */
function reached(start: URL, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(start.href)) return seen;
  const text = readFileSync(start, 'utf8');
  seen.set(start.href, text);
  for (const match of text.matchAll(/from '(\.[^']+)'/g)) reached(new URL(match[1] ?? '', start), seen);
  return seen;
}

describe('the catalogue of languages', () => {
  it('can be loaded by a browser: only detection needs a host', () => {
    const files = reached(new URL('./index.ts', import.meta.url));
    expect(files.size).toBeGreaterThan(10);
    for (const [name, text] of files) expect(text, name).not.toMatch(/from 'node:|\bprocess\.|\bBuffer\b/);
  });
});
