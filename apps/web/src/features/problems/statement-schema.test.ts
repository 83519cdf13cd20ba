import { describe, expect, it } from 'vitest';
import { resolveResource } from './statement-schema.ts';

const base = '/api/contests/c/problems/A/statement/en/';

describe('a picture in a statement', () => {
  it('is taken from beside the statement', () => {
    expect(resolveResource('figure.png', base)).toBe(`${base}figure.png`);
    expect(resolveResource('./img/a.svg', base)).toBe(`${base}img/a.svg`);
  });

  it('is never loaded from another site, nor from outside the statement', () => {
    for (const address of [
      'https://x.org/a.png',
      '//x.org/a.png',
      'data:image/png;base64,AA',
      '../../a',
      'javascript:1',
      '/etc/x',
    ]) {
      expect(resolveResource(address, base), address).toBeUndefined();
    }
  });
});
