/**
 * Reads what the chart lacks of the time that is looked at: steps first, for a few hundred of them are a picture
 * however much was judged, then single intervals, part by part so that no frame waits for them.
 */
import { intervalsAnswerSchema } from '@sandglass/contracts';
import { request } from '../../api/client.ts';
import { readCells } from './timeline-cells.ts';
import { firstRows, stepsSchema, takenIntervals } from './timeline-queries.ts';
import { intervalsToRead, type Stretch } from './known-time.ts';
import type { IntervalStore } from './interval-store.ts';

const intervalsSchema = intervalsAnswerSchema.extend({ intervals: takenIntervals });

/** Intervals of one answer: what a browser takes in within a frame or two. */
const intervalsOfPart = 2_000;
/** So many answers are read at once; of what is left, steps are drawn. */
const maxParts = 12;
/** The chart moves, and the pointer is answered, between two parts. */
const pauseMs = 60;

type Steps = Parameters<typeof readCells>[0];

/** What is looked at, and when that is. */
export interface Look {
  /** By the api's clock, ms; where the chart moves, another one each time. */
  readonly seen: () => Stretch;
  readonly now: () => number;
  /** What begins and ends from now on is sent. */
  readonly follows: boolean;
  readonly signal: AbortSignal;
}

export class IntervalReader {
  readonly #store: IntervalStore;
  /** How much time as many intervals as are read at once covered, ms; null: they were never so many. */
  #fullMs: number | null = null;
  /** Steps of what is in sight have just come. */
  #begun = false;

  constructor(store: IntervalStore) {
    this.#store = store;
  }

  /** @param minutes that were asked for */
  begin(answer: Steps, minutes: number): void {
    const until = answer.now;
    this.#take(answer, { from: until - minutes * 60_000, until });
    this.#begun = true;
  }

  /** Something may have been missed: all of it is read again. */
  doubt(): void {
    this.#store.doubt();
    this.#fullMs = null;
  }

  /** @returns the width of the steps that are drawn where there are no single intervals, ms; null: all are there */
  async read(look: Look): Promise<number | null> {
    const stepMs = this.#isMissing(look) ? await this.#readSteps(look) : null;
    await this.#readIntervals(look);
    return this.#isMissing(look) ? stepMs : null;
  }

  #isMissing({ seen }: Look): boolean {
    return this.#store.gaps(seen()).some(({ from, until }) => until - from >= 1000);
  }

  /** Of the slots in sight, then of all. @returns their width, ms */
  async #readSteps(look: Look): Promise<number | null> {
    const [first, last] = this.#store.sight;
    const skip = Math.max(0, Math.floor((first + last - firstRows) / 2));
    const begun = this.#begun;
    this.#begun = false;
    let stepMs = begun ? null : await this.#readStepsOf(look, { skip, rows: firstRows });
    const more = begun || this.#store.rows.length > firstRows;
    if (more && this.#isMissing(look)) stepMs = await this.#readStepsOf(look, {});
    return stepMs;
  }

  async #readStepsOf(look: Look, slots: { skip?: number; rows?: number }): Promise<number> {
    const seen = look.seen();
    const [from, until] = [Math.max(0, Math.floor(seen.from)), Math.ceil(seen.until)];
    const query = { from, until, ...slots };
    const answer = await request(stepsSchema, '/api/monitor/cells', { query, signal: look.signal });
    this.#take(answer, { from, until });
    return answer.cellMs;
  }

  #take(answer: Steps, asked: Stretch): void {
    const store = this.#store;
    store.hosts(answer.hosts);
    store.addQueue(answer.queue);
    store.setCells(readCells(answer));
    if (answer.intervals === null) return;
    store.add(answer.intervals);
    store.know(asked);
  }

  /** The latest that are missing, unless they would be too many. */
  async #readIntervals(look: Look): Promise<void> {
    let coveredMs = 0;
    for (let part = 0; part < maxParts; part += 1) {
      const wanted = intervalsToRead(this.#store.known, look.seen(), look.now(), look.follows, this.#fullMs);
      if (wanted === null) return;
      const covered = await this.#readPart(look, wanted);
      // An api that has just begun leaves out intervals as well, and soon has them.
      if (covered === null) return;
      coveredMs += covered;
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs);
      });
    }
    this.#fullMs = Math.max(1000, coveredMs);
  }

  /** @returns how much time it covered, ms; null: everything there is */
  async #readPart(look: Look, wanted: Stretch & { live: boolean }): Promise<number | null> {
    const { from: first, until: last, live } = wanted;
    const query = { from: first, until: last, limit: intervalsOfPart };
    const answer = await request(intervalsSchema, '/api/monitor/intervals', { query, signal: look.signal });
    const store = this.#store;
    store.hosts(answer.hosts);
    store.add(answer.intervals);
    store.addQueue(answer.queue);
    const until = Math.min(last, answer.now);
    const from = Math.min(Math.max(first, answer.completeFrom ?? first), until);
    store.know({ from, until: live && look.follows ? Infinity : until });
    const isFull = answer.completeFrom !== null && answer.intervals.length >= intervalsOfPart;
    return isFull && from < until ? until - from : null;
  }
}
