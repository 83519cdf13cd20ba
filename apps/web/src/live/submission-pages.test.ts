import { describe, expect, it } from 'vitest';
import { matchesFilters, mergeIntoPages } from './submission-pages.ts';
import { id, idsOf, pagesOf, summary } from './testing/summaries.ts';

describe('a submission message', () => {
  it('puts a new submission on top of the list', () => {
    expect(idsOf(mergeIntoPages(pagesOf(summary(2), summary(1)), summary(3), {}))).toEqual([
      id(3),
      id(2),
      id(1),
    ]);
  });

  it('puts an old one where its age belongs', () => {
    expect(idsOf(mergeIntoPages(pagesOf(summary(3), summary(1)), summary(2), {}))).toEqual([
      id(3),
      id(2),
      id(1),
    ]);
  });

  it('leaves a submission out that belongs to a page not loaded yet', () => {
    const pages = { pages: [{ submissions: [summary(3), summary(2)], next: id(2) }], pageParams: [null] };
    expect(idsOf(mergeIntoPages(pages, summary(1), {}))).toEqual([id(3), id(2)]);
  });

  it('replaces a known submission in place', () => {
    const merged = mergeIntoPages(pagesOf(summary(2), summary(1)), summary(1, { verdict: 'AC' }), {});
    expect(merged.pages[0]?.submissions[1]?.verdict).toBe('AC');
  });

  it('takes a submission out of a list whose filter it no longer fits', () => {
    const merged = mergeIntoPages(pagesOf(summary(1)), summary(1, { verdict: 'WA' }), { verdict: 'pending' });
    expect(idsOf(merged)).toEqual([]);
  });

  it('stays out of lists it does not fit', () => {
    expect(matchesFilters(summary(1), { problem: 'B' })).toBe(false);
    expect(matchesFilters(summary(1), { jury: 'yes' })).toBe(false);
    expect(matchesFilters(summary(1), { problem: 'A', team: 't1', verdict: 'pending' })).toBe(true);
    expect(matchesFilters(summary(1), { problem: 'B,A', verdict: 'WA,pending' })).toBe(true);
    expect(matchesFilters(summary(1), { suspect: 'yes' })).toBe(false);
    expect(matchesFilters(summary(1), { from: '2026-01-01T10:00:00Z' })).toBe(true);
    expect(matchesFilters(summary(1), { until: '2026-01-01T10:00:00Z' })).toBe(false);
  });

  it('stays out of a list that is searched for others, by number or by a part of the team’s name', () => {
    const one = summary(1, { number: 12, team: { id: 't1', name: 'Grains of Truth' } });
    expect(matchesFilters(one, { search: '#2' })).toBe(false);
    expect(matchesFilters(one, { search: '#2, 12' })).toBe(true);
    expect(matchesFilters(one, { search: 'grains' })).toBe(true);
    expect(matchesFilters(one, { search: 'glass' })).toBe(false);
  });

  it('leaves every page as it is but the one that holds the submission', () => {
    const pages = {
      pages: [
        { submissions: [summary(4), summary(3)], next: id(3) },
        { submissions: [summary(2), summary(1)], next: null },
      ],
      pageParams: [null, id(3)],
    };
    const merged = mergeIntoPages(pages, summary(1, { verdict: 'AC' }), {});
    expect(merged.pages[0]).toBe(pages.pages[0]);
    expect(merged.pages[1]?.submissions[1]?.verdict).toBe('AC');
  });

  it('lets nothing into a list of a host on its own word, and takes nothing out of it', () => {
    const pages = pagesOf(summary(1));
    expect(idsOf(mergeIntoPages(pages, summary(2), { host: 'kiln' }))).toEqual([id(1)]);
    expect(idsOf(mergeIntoPages(pages, summary(1, { verdict: 'AC' }), { host: 'kiln' }))).toEqual([id(1)]);
  });
});
