import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { drainLines, stretchesOf } from './queue-drain.ts';
import { QueueText } from './queue-text.tsx';

const busy = { at: 0, due: 12, dueMs: 60_000, claimed: 5, slots: 8, oldestMs: 4000 };

function words(more: Partial<typeof busy>): string {
  const html = renderToStaticMarkup(<QueueText queue={{ ...busy, ...more }} />);
  return html.replaceAll(/<[^>]*>/g, '');
}

it('the queue is shown with its oldest and its end', () => {
  expect(words({})).toBe('5 of 8 slots at work, 12 waiting, the oldest for 4.0 s, done in ≈ 7.5 s');
  expect(words({ due: 0, dueMs: 0, oldestMs: 0 })).toBe('5 of 8 slots at work, 0 waiting');
});

it('nothing is said of an oldest where only rejudgings, the jury’s own or later tasks wait', () => {
  expect(words({ oldestMs: 0 })).toBe('5 of 8 slots at work, 12 waiting, done in ≈ 7.5 s');
});

it('without a slot the queue has no end', () => {
  expect(words({ slots: 0, claimed: 0 })).toBe(
    '0 at work, no slot takes tasks, 12 waiting, the oldest for 4.0 s, judged when a slot takes tasks',
  );
});

it('more tasks may be at work than slots may take', () => {
  expect(words({ slots: 2, due: 0, oldestMs: 0 })).toBe('5 at work, 2 slots take tasks, 0 waiting');
});

it('the line of the drain time is broken while no slot is there', () => {
  const samples = [{}, { slots: 0 }, { slots: 0 }, { slots: 4 }, { due: 0, dueMs: 0, slots: 0 }];
  expect(drainLines(samples.map((more, at) => ({ ...busy, ...more, at })))).toEqual([
    [{ at: 0, ms: 7500 }],
    [
      { at: 3, ms: 15_000 },
      { at: 4, ms: 0 },
    ],
  ]);
});

it('nothing is drawn of a time in which nobody looked', () => {
  const samples = [0, 40_000, 80_000, 400_000, 440_000].map((at) => ({ ...busy, at }));
  expect(stretchesOf(samples).map((stretch) => stretch.map(({ at }) => at))).toEqual([
    [0, 40_000, 80_000],
    [400_000, 440_000],
  ]);
  expect(drainLines(samples)).toHaveLength(2);
});
