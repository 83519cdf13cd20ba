/** How late the event loop comes to what is due, of the latest seconds. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface LoopLagFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

const windowMs = 5_000;
/** The histogram counts whole intervals of its timer. */
const resolutionMs = 20;

export class LoopLag {
  readonly #histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  readonly #timer: NodeJS.Timeout;
  #latest: LoopLagFigures | null = null;

  constructor() {
    this.#histogram.enable();
    this.#timer = setInterval(() => {
      this.#latest = this.#read();
      this.#histogram.reset();
    }, windowMs);
    this.#timer.unref();
  }

  /** Of the last whole window of five seconds; null in the first one. */
  get figures(): LoopLagFigures | null {
    return this.#latest;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  #read(): LoopLagFigures | null {
    if (this.#histogram.count === 0) return null;
    const late = (ns: number): number => Math.max(0, Math.round((ns / 1e6 - resolutionMs) * 10) / 10);
    return {
      p50Ms: late(this.#histogram.percentile(50)),
      p99Ms: late(this.#histogram.percentile(99)),
      maxMs: late(this.#histogram.max),
    };
  }
}
