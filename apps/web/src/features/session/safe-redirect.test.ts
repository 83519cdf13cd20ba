import { describe, expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

describe('the way after the login', () => {
  it('leads to the page that was asked for, with its filters', () => {
    expect(safeRedirect('/contests/c/submissions?verdict=WA')).toBe('/contests/c/submissions?verdict=WA');
  });

  it('never leads to another site, nor back to the login', () => {
    for (const wanted of [
      'https://x.org',
      '//x.org',
      '/\\x.org',
      '/\t/x.org',
      '/\n\\x.org',
      'javascript:alert(1)',
      '/login?redirect=/',
      undefined,
    ]) {
      expect(safeRedirect(wanted), String(wanted)).toBe('/');
    }
  });
});
