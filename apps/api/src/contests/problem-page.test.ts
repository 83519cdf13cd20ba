import { describe, expect, it } from 'vitest';
import { cleanHtml } from './problem-page.ts';

const base = '/api/contests/c/problems/A/statement/en';

describe('an HTML statement', () => {
  it.each([
    ['<script>alert(1)</script>', 'script'],
    ['<img src="x" onerror="alert(1)">', 'onerror'],
    ['<a href="javascript:alert(1)">x</a>', 'javascript'],
    ['<iframe src="https://example.org"></iframe>', 'iframe'],
    ['<style>body { display: none }</style>', 'display'],
    ['<form action="/api/session"><input></form>', 'form'],
    ['<svg><script>alert(1)</script></svg>', 'script'],
    ['<p style="position: fixed">x</p>', 'fixed'],
  ])('loses %s', (html, forbidden) => {
    expect(cleanHtml(html, base)).not.toContain(forbidden);
  });

  it('keeps its text, tables and pictures, which come from the package', () => {
    const cleaned = cleanHtml(
      '<h1>Sum</h1><table><tr><td colspan="2">a</td></tr></table><img src="./glasses.png" alt="two">',
      base,
    );
    expect(cleaned).toContain('<h1>Sum</h1>');
    expect(cleaned).toContain('colspan="2"');
    expect(cleaned).toContain(`src="${base}/glasses.png"`);
  });
});
