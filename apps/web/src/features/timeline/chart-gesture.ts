/**
 * What mouse and fingers do to the time that is shown: one moves it, two pull it apart. Every movement is counted from
 * the chart as it was when the last of them came or went. Pure.
 */
import type { View } from './chart-view.ts';
import { moved, type ShownTime, zoomed } from './shown-time.ts';

/** Within the chart, CSS pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

interface Start {
  readonly view: View;
  /** The chart moved by itself. */
  readonly moves: boolean;
  readonly middle: number;
  /** Between two fingers; null: there is one. */
  readonly apart: number | null;
}

/** A hand that means to point moves so far, CSS pixels. */
const slackOf = { mouse: 3, touch: 8 } as const;
/** Fingers are never taken for closer than this, CSS pixels: from nothing nothing can be pulled apart. */
const closest = 24;

export class ChartGesture {
  readonly #pointers = new Map<number, Place>();
  #start: Start | null = null;
  /** It is more than pointing at something. */
  #moving = false;

  /** @param moves whether the chart moves by itself */
  down(id: number, at: Place, view: View, moves: boolean): void {
    if (this.#pointers.size === 0) this.#moving = false;
    this.#pointers.set(id, at);
    if (this.#pointers.size > 1) this.#moving = true;
    this.#begin(view, moves);
  }

  /** Whether something that is held down belongs to it. */
  get active(): boolean {
    return this.#start !== null;
  }

  /** @param now the api's clock, ms @returns null: nothing changes yet */
  move(id: number, at: Place, kind: keyof typeof slackOf, now: number): ShownTime | null {
    const start = this.#start;
    if (start === null || !this.#pointers.has(id)) return null;
    this.#pointers.set(id, at);
    const { middle, apart } = this.#hand();
    const view = { ...start.view, now };
    if (start.apart !== null && apart !== null) {
      const windowMs = ((view.until - view.from) * start.apart) / apart;
      return zoomed(view, start.moves, windowMs, start.middle, middle);
    }
    this.#moving ||= Math.abs(middle - start.middle) > slackOf[kind];
    return this.#moving ? moved(view, start.middle - middle) : null;
  }

  /** @returns whether it has only pointed at something */
  up(id: number, view: View, moves: boolean): boolean {
    if (!this.#pointers.delete(id)) return false;
    this.#begin(view, moves);
    return this.#pointers.size === 0 && !this.#moving;
  }

  /** The browser has taken it for something else, such as scrolling the page. */
  cancel(id: number, view: View, moves: boolean): void {
    this.#moving = true;
    this.up(id, view, moves);
  }

  #begin(view: View, moves: boolean): void {
    this.#start = this.#pointers.size === 0 ? null : { view, moves, ...this.#hand() };
  }

  /** A third finger does nothing. */
  #hand(): Pick<Start, 'middle' | 'apart'> {
    const [one, other] = this.#pointers.values();
    if (one === undefined) return { middle: 0, apart: null };
    if (other === undefined) return { middle: one.x, apart: null };
    const apart = Math.max(closest, Math.hypot(other.x - one.x, other.y - one.y));
    return { middle: (one.x + other.x) / 2, apart };
  }
}
