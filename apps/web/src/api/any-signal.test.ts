import { describe, expect, it } from 'vitest';
import { anySignal } from './any-signal.ts';

describe('one signal for several, in a browser that has none of its own', () => {
  const of = (...signals: AbortSignal[]): AbortSignal | undefined => anySignal(signals, null);

  it('is aborted with the first of them, for its reason', () => {
    const [a, b] = [new AbortController(), new AbortController()];
    const both = of(a.signal, b.signal);
    expect(both?.aborted).toBe(false);
    b.abort(new Error('second'));
    a.abort(new Error('first'));
    expect(both?.reason).toMatchObject({ message: 'second' });
  });

  it('is aborted from the beginning where one of them is', () => {
    const both = of(new AbortController().signal, AbortSignal.abort(new Error('over')));
    expect(both?.reason).toMatchObject({ message: 'over' });
  });

  it('is the one itself where there is one, and none where there is none', () => {
    const { signal } = new AbortController();
    expect([of(signal), of()]).toEqual([signal, undefined]);
  });
});
