import type { HostReport } from '@sandglass/contracts';
import { withTimeout } from '@sandglass/service';

/** Longest wait for a report, ms: heartbeats renew leases, which must not hang on a slow disk. */
const readMs = 1000;

interface Taken {
  readonly report: HostReport;
  /** By the monotonic clock. */
  readonly takenMs: number;
}

/**
 * The report of the host, or the last one that could be read when it cannot be read now or not soon. It says how old
 * it is, so that nobody takes old figures for new ones.
 * A reading that takes long is waited for by later heartbeats too, never joined by another one.
 */
export class SteadyReport {
  readonly #readReport: () => Promise<HostReport>;
  readonly #onTrouble: (error: unknown) => void;
  #last: Taken | undefined;
  #reading: Promise<Taken> | undefined;

  /** @param onTrouble called whenever the former report serves again */
  constructor(readReport: () => Promise<HostReport>, onTrouble: (error: unknown) => void) {
    this.#readReport = readReport;
    this.#onTrouble = onTrouble;
  }

  /** @throws what the reading threw, when there is no former report */
  async read(): Promise<HostReport & { readonly ageMs: number }> {
    const { report, takenMs } = await this.#freshOrLast();
    return { ...report, ageMs: Math.round(performance.now() - takenMs) };
  }

  async #freshOrLast(): Promise<Taken> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    const last = this.#last;
    if (last === undefined) return this.#reading;
    try {
      return await withTimeout(readMs, this.#reading, `no host report within ${String(readMs)} ms`);
    } catch (error) {
      this.#onTrouble(error);
      return last;
    }
  }

  async #readOnce(): Promise<Taken> {
    // Its figures are as old as its beginning.
    const takenMs = performance.now();
    const report = await this.#readReport();
    this.#last = { report, takenMs };
    return this.#last;
  }
}
