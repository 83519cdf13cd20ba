import type { PeopleFault } from '@sandglass/contracts';

/** So many are worth reading: a wrong separator makes one of every line. */
const maxFaults = 200;

/** What is wrong with the files, as far as it is worth reading. */
export class FaultList {
  readonly #faults: PeopleFault[] = [];
  #more = 0;

  error(file: string, line: number | null, field: string, message: string): void {
    this.#add({ severity: 'error', file, line, field, message });
  }

  warning(file: string, line: number | null, field: string, message: string): void {
    this.#add({ severity: 'warning', file, line, field, message });
  }

  addAll(faults: readonly PeopleFault[]): void {
    for (const fault of faults) this.#add(fault);
  }

  /** Errors first. */
  get all(): readonly PeopleFault[] {
    const errors = this.#faults.filter(({ severity }) => severity === 'error');
    const warnings = this.#faults.filter(({ severity }) => severity === 'warning');
    if (this.#more === 0) return [...errors, ...warnings];
    const message = `${this.#more} more errors are not listed`;
    return [...errors, { severity: 'error', file: '', line: null, field: '', message }, ...warnings];
  }

  #add(fault: PeopleFault): void {
    if (this.#faults.length < maxFaults) this.#faults.push(fault);
    else if (fault.severity === 'error') this.#more += 1;
  }
}
