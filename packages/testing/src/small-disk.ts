/** A folder on a disk of its own (tmpfs), which can be filled and emptied. Needs root. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, closeSync, mkdirSync, openSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const refillMs = 100;
const name = '.filling';

export class SmallDisk implements Disposable {
  readonly folder: string;
  #keepFull: NodeJS.Timeout | undefined;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static mount(folder: string, megabytes: number, files: number): SmallDisk {
    mkdirSync(folder, { recursive: true });
    const options = `size=${String(megabytes)}m,nr_inodes=${String(files)},mode=755`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
    return new SmallDisk(folder);
  }

  /** Leaves no byte, also of what others give back, until `empty`. */
  fill(): void {
    this.#fillBytes();
    this.#keepFull = setInterval(() => this.#fillBytes(), refillMs);
  }

  /** Leaves room, but for no file more. */
  fillInodes(): void {
    this.#fillInodes(0);
    let round = 0;
    this.#keepFull = setInterval(() => this.#fillInodes((round += 1)), refillMs);
  }

  empty(): void {
    clearInterval(this.#keepFull);
    rmSync(join(this.folder, name), { force: true });
    rmSync(join(this.folder, `${name}-inodes`), { recursive: true, force: true });
  }

  [Symbol.dispose](): void {
    this.empty();
    // Lazily: a process that is ending may still have a file open.
    execFileSync('umount', ['--lazy', this.folder]);
  }

  #fillBytes(): void {
    const file = join(this.folder, name);
    while (statfsSync(this.folder).bavail > 0) {
      const { bavail, bsize } = statfsSync(this.folder);
      try {
        appendFileSync(file, Buffer.alloc(Math.min(bavail * bsize, 4 * 1024 * 1024)));
      } catch {
        return;
      }
    }
  }

  #fillInodes(round: number): void {
    const folder = join(this.folder, `${name}-inodes`);
    try {
      mkdirSync(folder, { recursive: true });
      for (let count = 0; ; count += 1) closeSync(openSync(join(folder, `${round}-${count}`), 'wx'));
    } catch {
      // None is left, which is what was wanted.
    }
  }
}
