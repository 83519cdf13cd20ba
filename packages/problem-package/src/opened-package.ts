/** An opened package: its model, and its files where they are on this machine. */
import { readFile, rm, stat } from 'node:fs/promises';
import { maxFilledBytes, hasConstants, substituteConstants } from './constants.ts';
import { refusal } from './issue.ts';
import type { Issue, ProblemPackage } from './model.ts';
import type { OpenedPackage, PackageSnapshot, SnapshotFile } from './opening.ts';

export class Opened implements OpenedPackage {
  readonly problem: ProblemPackage;
  readonly issues: readonly Issue[];
  readonly root: string;
  readonly #files: ReadonlyMap<string, SnapshotFile>;
  readonly #unpacked: string | null;

  /** @param unpacked the temporary folder that is its own to remove; null: there is none */
  constructor(snapshot: PackageSnapshot, unpacked: string | null) {
    this.problem = snapshot.problem;
    this.issues = snapshot.issues;
    this.root = snapshot.root;
    this.#files = new Map(snapshot.files.map((file) => [file.path, file]));
    this.#unpacked = unpacked;
  }

  files(): string[] {
    return [...this.#files.keys()];
  }

  resolve(path: string): string {
    const file = this.#files.get(path);
    if (file === undefined)
      throw refusal('package-not-found', path, { reason: 'the package has no such file' });
    return file.absolute;
  }

  isExecutable(path: string): boolean {
    return this.#files.get(path)?.executable ?? false;
  }

  async read(path: string): Promise<Buffer> {
    const file = this.resolve(path);
    if (!hasConstantsIn(this.problem, path)) return readFile(file);
    if ((await stat(file)).size > maxFilledBytes)
      throw refusal('package-file-too-large', path, { limit: maxFilledBytes });
    const bytes = await readFile(file);
    const text = bytes.toString('utf8');
    // Not text, then: replacing would damage it.
    if (!Buffer.from(text, 'utf8').equals(bytes)) return bytes;
    return Buffer.from(substituteConstants(text, this.problem.constants, path), 'utf8');
  }

  async close(): Promise<void> {
    if (this.#unpacked !== null) await rm(this.#unpacked, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Are there constants that are filled in in this file? */
export function hasConstantsIn(
  { format, constants }: Pick<ProblemPackage, 'format' | 'constants'>,
  path: string,
): boolean {
  return format === '2025-09' && hasConstants(path) && Object.keys(constants).length > 0;
}

/** What another thread needs to go on with an opened package. */
export function snapshotOf(opened: OpenedPackage): PackageSnapshot {
  return {
    problem: opened.problem,
    issues: opened.issues,
    root: opened.root,
    files: opened.files().map((path) => ({
      path,
      absolute: opened.resolve(path),
      executable: opened.isExecutable(path),
    })),
  };
}

/** The package again; the folder it was unpacked to stays the affair of the one who made it. */
export function openSnapshot(snapshot: PackageSnapshot): OpenedPackage {
  return new Opened(snapshot, null);
}
