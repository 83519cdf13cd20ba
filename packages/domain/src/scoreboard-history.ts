/**
 * Scoreboards of past moments: the event log up to an instant, with the contest's present rules (docs/decisions/0017). What was
 * not in the log at that instant is not on the scoreboard of it: a submission whose verdict came later is pending.
 *
 * A moment costs the events since the checkpoint before it, of which there is one for so many events of a view.
 */
import type { ContestEvent } from '@sandglass/contracts';
import { ScoreboardModel } from './scoreboard.ts';
import type { ScoreboardSetup, ScoreboardView } from './scoreboard-setup.ts';

const defaultStep = 4000;

interface Course {
  /** After `step`, 2 × `step`, … events. */
  readonly checkpoints: ScoreboardModel[];
}

export class ScoreboardHistory {
  readonly #setup: ScoreboardSetup;
  readonly #events: readonly ContestEvent[];
  readonly #step: number;
  readonly #courses = new Map<string, Course>();
  /** Of each event, the latest instant up to it: a clock may have been set back. */
  readonly #instants: number[] = [];

  /** @param events in their order; more may be appended to the list later @param step events between two checkpoints */
  constructor(setup: ScoreboardSetup, events: readonly ContestEvent[], step = defaultStep) {
    this.#setup = setup;
    this.#events = events;
    this.#step = step;
  }

  /** A model of its own with all events until this instant, those of the instant included. */
  at(untilMs: number, view: ScoreboardView): ScoreboardModel {
    const end = this.#countUntil(untilMs);
    const { checkpoints } = this.#course(view);
    const wanted = Math.floor(end / this.#step);
    while (checkpoints.length < wanted) {
      const before = checkpoints.at(-1)?.fork() ?? new ScoreboardModel(this.#setup, view);
      const reached = checkpoints.length * this.#step;
      checkpoints.push(this.#play(before, reached, reached + this.#step));
    }
    const start = checkpoints[wanted - 1]?.fork() ?? new ScoreboardModel(this.#setup, view);
    return this.#play(start, wanted * this.#step, end);
  }

  #play(model: ScoreboardModel, from: number, until: number): ScoreboardModel {
    for (let index = from; index < until; index += 1) {
      const event = this.#events[index];
      if (event !== undefined) model.apply(event);
    }
    return model;
  }

  #course({ includeHidden, hiddenFromMs, publicHiddenFromMs = null }: ScoreboardView): Course {
    const key = `${String(includeHidden)} ${String(hiddenFromMs)} ${String(publicHiddenFromMs)}`;
    const course = this.#courses.get(key) ?? { checkpoints: [] };
    this.#courses.set(key, course);
    return course;
  }

  /** How many events there are until this instant. */
  #countUntil(untilMs: number): number {
    for (let index = this.#instants.length; index < this.#events.length; index += 1)
      this.#instants.push(
        Math.max(this.#instants[index - 1] ?? -Infinity, Date.parse(this.#events[index]?.at ?? '')),
      );
    let [low, high] = [0, this.#instants.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#instants[middle] ?? Infinity) <= untilMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
