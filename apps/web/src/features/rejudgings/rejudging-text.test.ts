import type { Rejudging } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { boardTitle, effectsTitle, pendingText, paceText, repeatsLink } from './rejudging-text.ts';

const judgings = (etaMs: number | null): Rejudging['judgings'] => ({
  total: 10,
  started: 2,
  done: 1,
  failed: 0,
  etaMs,
});

describe('the page of a rejudging', () => {
  it('says what it waits for by its priority while the pace is not known', () => {
    const words = (priority: Rejudging['priority']): string =>
      paceText({ priority, judgings: judgings(null) });
    expect(words('rejudging')).toBe('Team submissions are judged first.');
    expect(words('live')).not.toContain('go first');
    expect(paceText({ priority: 'live', judgings: judgings(240_000) })).toBe('About 4 min left.');
  });

  it('says of a cancelled one what it found, and nothing of a scoreboard it will never change', () => {
    expect([effectsTitle('cancelled'), boardTitle('cancelled')]).toEqual(['Results', null]);
    expect(pendingText(3, 'cancelled')).toBe(', 3 not judged');
  });

  it('says of an open one what it would change, and of an applied one what it changed', () => {
    expect([effectsTitle('judged'), boardTitle('judged')]).toEqual([
      'What would change',
      'On the scoreboard, if applied',
    ]);
    expect([effectsTitle('applied'), boardTitle('applied')]).toEqual(['What changed', 'On the scoreboard']);
    expect([pendingText(3, 'judging'), pendingText(0, 'judging')]).toEqual([', 3 not judged yet', '']);
  });
});

describe('the link from repeats to their rejudging', () => {
  it('asks for a decision as long as there is one to make', () => {
    expect((['judging', 'judged', undefined] as const).map(repeatsLink)).toEqual(
      Array.from({ length: 3 }, () => 'Apply or cancel'),
    );
    expect(repeatsLink('applied')).toMatch(/^Applied/);
    expect(repeatsLink('cancelled')).toMatch(/^Cancelled/);
  });
});
