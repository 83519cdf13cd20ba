/**
 * Reading a host: small files of /proc and /sys below a root folder. What is missing or
 * may not be read is null, never an error: every kernel and container lacks something.
 */
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { readdir, readFile, statfs } from 'node:fs/promises';
import path from 'node:path';

export interface Room {
  readonly totalBytes: number;
  readonly freeBytes: number;
}

/** The files of a host: on this machine, or recorded in a test. */
export abstract class Tree {
  /** @param file absolute path on the host, such as `/proc/loadavg` */
  abstract text(file: string): Promise<string | null>;

  /** Names in a folder, none when it is not there; null: it cannot be read now. */
  abstract listing(folder: string): Promise<string[] | null>;

  /**
   * The first 256 bytes, read synchronously: for files of which thousands are read, where the
   * thread pool costs five times more (62 against 12 µs).
   */
  abstract head(file: string): string | null;

  /**
   * A whole file, read synchronously: for files that neither a lock nor a disk can hold up. All others are read by the
   * four threads that Node has for files, and four reads of a disk that has died are in everybody's way there.
   */
  abstract whole(file: string): string | null;

  /** Names in a folder, read synchronously: for folders that nothing can hold up. */
  abstract entries(folder: string): string[];

  /** How much room a file system has; null: it cannot be asked. Waits for as long as the file system does. */
  abstract room(folder: string): Promise<Room | null>;

  /** Names in a folder; none when it cannot be read. */
  async names(folder: string): Promise<string[]> {
    return (await this.listing(folder)) ?? [];
  }

  /** Without surrounding blanks; null for an empty file as well. */
  async word(file: string): Promise<string | null> {
    const text = (await this.text(file))?.trim();
    return text === undefined || text === '' ? null : text;
  }

  /** Null as well for a number that is none of a kernel's: one that a double does not hold. */
  async number(file: string): Promise<number | null> {
    const text = await this.word(file);
    const number = text !== null && /^-?\d+$/.test(text) ? Number(text) : null;
    return Number.isSafeInteger(number) ? number : null;
  }
}

const headBytes = Buffer.alloc(256);

/** A host's files below a folder: `/` is this very host. */
export class HostTree extends Tree {
  readonly root: string;

  constructor(root = '/') {
    super();
    this.root = root;
  }

  async text(file: string): Promise<string | null> {
    try {
      return await readFile(path.join(this.root, file), 'utf8');
    } catch {
      return null;
    }
  }

  whole(file: string): string | null {
    try {
      return readFileSync(path.join(this.root, file), 'utf8');
    } catch {
      return null;
    }
  }

  entries(folder: string): string[] {
    try {
      return readdirSync(path.join(this.root, folder));
    } catch {
      return [];
    }
  }

  /** @param folder below the real `/`: a recorded tree has no file systems */
  async room(folder: string): Promise<Room | null> {
    try {
      const { bsize, blocks, bavail } = await statfs(folder);
      return { totalBytes: bsize * blocks, freeBytes: bsize * bavail };
    } catch {
      return null;
    }
  }

  async listing(folder: string): Promise<string[] | null> {
    try {
      return await readdir(path.join(this.root, folder));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === 'ENOENT' || code === 'ENOTDIR' ? [] : null;
    }
  }

  head(file: string): string | null {
    let descriptor: number;
    try {
      descriptor = openSync(path.join(this.root, file), 'r');
    } catch {
      return null;
    }
    try {
      return headBytes.toString('latin1', 0, readSync(descriptor, headBytes, 0, headBytes.length, 0));
    } catch {
      return null;
    } finally {
      closeSync(descriptor);
    }
  }
}
