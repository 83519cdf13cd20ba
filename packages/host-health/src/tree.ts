/**
 * Reading a host: small files of /proc and /sys below a root folder. What is missing or
 * may not be read is null, never an error: every kernel and container lacks something.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export class HostTree {
  readonly root: string;

  constructor(root = '/') {
    this.root = root;
  }

  /** @param file absolute path on the host, such as `/proc/loadavg` */
  async text(file: string): Promise<string | null> {
    try {
      return await readFile(this.at(file), 'utf8');
    } catch {
      return null;
    }
  }

  /** Without surrounding blanks; null for an empty file as well. */
  async word(file: string): Promise<string | null> {
    const text = (await this.text(file))?.trim();
    return text === undefined || text === '' ? null : text;
  }

  async number(file: string): Promise<number | null> {
    const text = await this.word(file);
    return text !== null && /^-?\d+$/.test(text) ? Number(text) : null;
  }

  async names(folder: string): Promise<string[]> {
    try {
      return await readdir(this.at(folder));
    } catch {
      return [];
    }
  }

  /** Where a file of the host is on this machine. */
  at(file: string): string {
    return path.join(this.root, file);
  }
}
