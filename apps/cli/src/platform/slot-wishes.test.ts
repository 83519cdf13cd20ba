import { describe, expect, it } from 'vitest';
import { slotWishesOf } from './slot-wishes.ts';

describe('the options about slots', () => {
  it('have defaults', () => {
    expect(slotWishesOf({})).toEqual({ slots: null, smt: 'idle', reserve: 0 });
  });

  it('are taken as they are', () => {
    expect(slotWishesOf({ slots: '4', smt: 'use', reserve: '2' })).toEqual({
      slots: 4,
      smt: 'use',
      reserve: 2,
    });
  });

  it.each([
    [{ slots: '0' }, '--slots must be a whole number from 1 to 256'],
    [{ slots: '1.5' }, '--slots must be'],
    [{ reserve: '-1' }, '--reserve must be a whole number from 0 to 256'],
    [{ smt: 'off' }, '--smt must be idle or use'],
  ])('%j is refused', (values, message) => {
    expect(() => slotWishesOf(values)).toThrow(message);
  });
});
