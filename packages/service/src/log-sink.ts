/**
 * Where log lines go: a descriptor, by way of a bounded buffer.
 *
 * A log must never stop what it speaks of. A disk that is full, one that is dead and a reader that has stopped reading
 * make lines be dropped and counted; when lines go through again, one says how many are missing. The end of the process
 * waits for a moment at most.
 */
import { fstatSync, write, writeSync } from 'node:fs';

/** What may wait to be written, bytes. */
const mostBytes = 1024 * 1024;
/** Written in one go, bytes. */
const chunkBytes = 64 * 1024;
/** After a failed write the next one is tried no sooner, ms: a full disk is asked a few times a second, not in a loop. */
const restMs = 250;
const newline = Buffer.from('\n');

export interface LogSinkOptions {
  readonly fd?: number;
  /** The line that says how many are missing. */
  readonly onRecovered: (dropped: number) => string;
}

export class LogSink {
  readonly #fd: number;
  readonly #onRecovered: (dropped: number) => string;
  #lines: Buffer[] = [];
  #bytes = 0;
  #writing = false;
  #resting: NodeJS.Timeout | undefined;
  #dropped = 0;
  /** Of `#dropped`, those that no line has spoken of yet. */
  #unreported = 0;
  #idle: (() => void)[] = [];
  /** The last thing that was written is the beginning of a line whose end was not. */
  #torn = false;

  constructor({ fd = 1, onRecovered }: LogSinkOptions) {
    this.#fd = fd;
    this.#onRecovered = onRecovered;
  }

  /** Lines that nobody will read, since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  /** pino's side. Never throws and never waits. */
  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#bytes + bytes.length > mostBytes) {
      this.#drop(1);
      return;
    }
    this.#lines.push(bytes);
    this.#bytes += bytes.length;
    this.#next();
  }

  /** Resolves when everything is written, or after so long. */
  async flush(withinMs: number): Promise<void> {
    if (!this.#writing && this.#lines.length === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.#idle.push(() => {
        clearTimeout(timer);
        resolve();
      });
      this.#next();
    });
  }

  /**
   * At the very end, when nothing asynchronous runs any more: what is left is tried once. Not into a pipe whose reader has
   * fallen behind, and not where a write is stuck already: those would wait.
   */
  flushAtExit(): void {
    if (this.#writing || this.#resting !== undefined || this.#lines.length === 0) return;
    try {
      const text = Buffer.concat(this.#lines);
      const isFile = fstatSync(this.#fd).isFile();
      writeSync(this.#fd, isFile ? text : text.subarray(0, chunkBytes));
    } catch {
      // Nobody is left to notify.
    }
    this.#lines = [];
    this.#bytes = 0;
  }

  #next(): void {
    if (this.#writing || this.#resting !== undefined) return;
    if (this.#lines.length === 0) {
      for (const notify of this.#idle.splice(0)) notify();
      return;
    }
    this.#writing = true;
    let size = 0;
    let count = 0;
    for (const line of this.#lines) {
      if (count > 0 && size + line.length > chunkBytes) break;
      size += line.length;
      count += 1;
    }
    const lines = this.#lines.splice(0, count);
    this.#bytes -= size;
    this.#writeAll(Buffer.concat(this.#torn ? [newline, ...lines] : lines), 0, count);
  }

  #writeAll(chunk: Buffer, from: number, count: number): void {
    write(this.#fd, chunk, from, chunk.length - from, null, (error, taken) => {
      if (error === null && from + taken < chunk.length) {
        // As much as there was room for; the write of the rest reports what is wrong.
        if (taken > 0) return this.#writeAll(chunk, from + taken, count);
      }
      this.#writing = false;
      if (error === null) return this.#went();
      if (from > 0) this.#torn = chunk[from - 1] !== newline[0];
      this.#failed(chunk.subarray(from), count);
    });
  }

  #went(): void {
    this.#torn = false;
    if (this.#unreported > 0) {
      const line = Buffer.from(this.#onRecovered(this.#unreported));
      this.#unreported = 0;
      this.#lines.unshift(line);
      this.#bytes += line.length;
    }
    this.#next();
  }

  /** @param rest what was not written of the lines */
  #failed(rest: Buffer, count: number): void {
    // The first of the rest may have been begun: it counts as lost, like those behind it.
    const lost = Math.min(count, rest.filter((byte) => byte === newline[0]).length);
    this.#drop(Math.max(1, lost));
    for (const notify of this.#idle.splice(0)) notify();
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      this.#next();
    }, restMs);
    this.#resting.unref();
  }

  #drop(lines: number): void {
    this.#dropped += lines;
    this.#unreported += lines;
  }
}
