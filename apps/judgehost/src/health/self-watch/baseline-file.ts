import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Baselines } from './calibration.ts';

const fileSchema = z.object({
  machine: z.string(),
  savedAt: z.iso.datetime(),
  baselines: z.record(z.string(), z.number().positive()),
});

/** After a month of silence a machine may have become another one. */
const validMs = 30 * 24 * 3_600_000;

/** Baselines of the calibration program on this host's disk. They hold for this machine and program only. */
export class BaselineFile {
  readonly #path: string;
  readonly #machine: string;
  #writing: Promise<void> = Promise.resolve();

  /** @param machine everything that makes them void when it changes: processor, kernel, the slots' cores */
  constructor(path: string, machine: readonly string[]) {
    this.#path = path;
    this.#machine = createHash('sha256').update(JSON.stringify(machine)).digest('hex').slice(0, 16);
  }

  /** Those of an earlier start; none when there are none, or of another machine. */
  async read(): Promise<Baselines> {
    try {
      const found = fileSchema.parse(JSON.parse(await readFile(this.#path, 'utf8')));
      const fresh = Date.now() - Date.parse(found.savedAt) < validMs;
      return found.machine === this.#machine && fresh ? found.baselines : {};
    } catch {
      return {};
    }
  }

  /** One writing after another; what cannot be written is measured again after the next start. */
  write(baselines: Baselines): void {
    const text = JSON.stringify({ machine: this.#machine, savedAt: new Date().toISOString(), baselines });
    const former = this.#writing;
    this.#writing = (async () => {
      await former;
      try {
        await writeFile(`${this.#path}.new`, text, { mode: 0o600 });
        await rename(`${this.#path}.new`, this.#path);
      } catch {
        // The disk is full or read-only: reported elsewhere.
      }
    })();
  }

  /** Resolves when nothing is being written. */
  settled(): Promise<void> {
    return this.#writing;
  }
}
