import { describe, expect, it } from 'vitest';
import { ChartGesture } from './chart-gesture.ts';
import { gutter, timeOf, type View } from './chart-view.ts';

const now = 1_700_000_000_000;

/** A hundred pixels are ten seconds. */
const view = (until = now - 60_000): View => ({
  from: until - 60_000,
  until,
  now,
  width: gutter + 600,
  height: 300,
  rowHeight: 22,
  shown: new Set(),
  scrolled: 0,
  colouring: 'verdict',
  followed: null,
  hovered: null,
});

const at = (x: number, y = 50) => ({ x: gutter + x, y });

describe('one finger', () => {
  it('drags the time along, and lifting it picks nothing', () => {
    const gesture = new ChartGesture();
    gesture.down(1, at(300), view(), false);
    expect(gesture.move(1, at(400), 'touch', now)).toEqual({ until: now - 70_000, windowMs: 60_000 });
    expect(gesture.up(1, view(), false)).toBe(false);
    expect(gesture.active).toBe(false);
  });

  it('that hardly moves points at something; a mouse is steadier', () => {
    const gesture = new ChartGesture();
    gesture.down(1, at(300), view(), false);
    expect(gesture.move(1, at(306), 'touch', now)).toBeNull();
    expect(gesture.up(1, view(), false)).toBe(true);
    gesture.down(1, at(300), view(), false);
    expect(gesture.move(1, at(306), 'mouse', now)).not.toBeNull();
    expect(gesture.up(1, view(), false)).toBe(false);
  });

  it('that comes back to where it began has dragged', () => {
    const gesture = new ChartGesture();
    gesture.down(1, at(300), view(), false);
    gesture.move(1, at(400), 'touch', now);
    expect(gesture.move(1, at(300), 'touch', now)).toEqual({ until: now - 60_000, windowMs: 60_000 });
    expect(gesture.up(1, view(), false)).toBe(false);
  });

  it('drags no further than now: there the chart moves again', () => {
    const gesture = new ChartGesture();
    gesture.down(1, at(500), view(now - 5000), false);
    expect(gesture.move(1, at(400), 'touch', now)).toEqual({ until: null, windowMs: 60_000 });
  });

  it('that the browser takes for scrolling picks nothing and drags no more', () => {
    const gesture = new ChartGesture();
    gesture.down(1, at(300), view(), false);
    gesture.cancel(1, view(), false);
    expect(gesture.active).toBe(false);
    expect(gesture.move(1, at(400), 'touch', now)).toBeNull();
    expect(gesture.up(1, view(), false)).toBe(false);
  });
});

describe('two fingers', () => {
  it('twice as far apart show half the time, and what was between them stays there', () => {
    const gesture = new ChartGesture();
    gesture.down(1, at(200), view(), false);
    gesture.down(2, at(400), view(), false);
    gesture.move(1, at(100), 'touch', now);
    const shown = gesture.move(2, at(500), 'touch', now);
    expect(shown?.windowMs).toBe(30_000);
    const until = shown?.until ?? 0;
    const after = { ...view(until), from: until - 30_000 };
    expect(timeOf(after, gutter + 300)).toBeCloseTo(timeOf(view(), gutter + 300), 3);
  });

  it('in a chart that moves leave its right end at now', () => {
    const gesture = new ChartGesture();
    gesture.down(1, at(200), view(now), true);
    gesture.down(2, at(400), view(now), true);
    expect(gesture.move(2, at(300), 'touch', now)).toEqual({ until: null, windowMs: 120_000 });
  });

  it('show no more and no less time than can be asked for', () => {
    const gesture = new ChartGesture();
    gesture.down(1, at(200), view(), false);
    gesture.down(2, at(201), view(), false);
    expect(gesture.move(2, at(600), 'touch', now)?.windowMs).toBe(6_000);
  });

  it('of which one is lifted go on with the other from where it is, and pick nothing', () => {
    const gesture = new ChartGesture();
    gesture.down(1, at(200), view(), false);
    gesture.down(2, at(400), view(), false);
    expect(gesture.up(1, view(), false)).toBe(false);
    expect(gesture.move(2, at(400), 'touch', now)).toEqual({ until: now - 60_000, windowMs: 60_000 });
    expect(gesture.move(2, at(500), 'touch', now)?.until).toBe(now - 70_000);
    expect(gesture.up(2, view(), false)).toBe(false);
  });
});
