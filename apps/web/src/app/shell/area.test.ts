import { expect, it } from 'vitest';
import { areaOf } from './area.ts';

it('a page without an entry of its own in the main navigation marks the one it belongs to', () => {
  expect(areaOf('/contests/main/problems/A')).toBe('problems');
  for (const page of [
    'submit',
    'rejudgings',
    'rejudgings/new',
    'rejudgings/0190',
    'wall-limits',
    'control',
    'resolver',
  ])
    expect(areaOf(`/contests/main/${page}`), page).toBe('submissions');
  expect([areaOf('/alarms'), areaOf('/timeline')]).toEqual(['judgehosts', 'judgehosts']);
  expect(areaOf('/people')).toBe('admin');
});

it('a page with an entry of its own, or of no area, marks nothing else', () => {
  const pages = [
    '/',
    '/contests/main',
    '/contests/main/scoreboard',
    '/contests/main/submissions/0190',
    '/judgehosts',
  ];
  expect(pages.map(areaOf)).toEqual(pages.map(() => null));
});
