import type { HostReport } from '@sandglass/contracts';

/** Longest wait for a report, ms: heartbeats renew leases, which must not hang on a slow disk. */
const readMs = 1000;

/**
 * The report of the host, or the last one that could be read when it cannot be read now or not soon.
 * A reading that takes long is waited for by later heartbeats too, never joined by another one.
 */
export class SteadyReport {
  readonly #readReport: () => Promise<HostReport>;
  readonly #onTrouble: (error: unknown) => void;
  #last: HostReport | undefined;
  #reading: Promise<HostReport> | undefined;

  /** @param onTrouble called whenever the former report serves again */
  constructor(readReport: () => Promise<HostReport>, onTrouble: (error: unknown) => void) {
    this.#readReport = readReport;
    this.#onTrouble = onTrouble;
  }

  /** @throws what the reading threw, when there is no former report */
  async read(): Promise<HostReport> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    const last = this.#last;
    if (last === undefined) return this.#reading;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`no host report within ${String(readMs)} ms`)), readMs);
    try {
      return await Promise.race([this.#reading, late]);
    } catch (error) {
      this.#onTrouble(error);
      return last;
    } finally {
      clearTimeout(timer);
    }
  }

  async #readOnce(): Promise<HostReport> {
    const report = await this.#readReport();
    this.#last = report;
    return report;
  }
}
