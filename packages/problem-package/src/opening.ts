/** A package while it is open: what it may hold, how it is opened, and what is read of it. */
import type { Issue, ProblemLimits, ProblemPackage } from './model.ts';

/** Bounds of what an archive or folder may hold; see `defaultBounds`. */
export interface PackageBounds {
  /** Entries (files and directories). */
  entries: number;
  /** Bytes of one file, unpacked. */
  fileBytes: number;
  /** Bytes of all files together, unpacked. */
  totalBytes: number;
  /** Unpacked : packed, looked at once more than `ratioFloorBytes` came out. */
  ratio: number;
  ratioFloorBytes: number;
  /** Directories inside directories. */
  depth: number;
  /** Bytes of a file read as text or YAML. */
  yamlBytes: number;
}

export interface OpenOptions {
  bounds?: Partial<PackageBounds>;
  /** Fills what the package leaves open. */
  limits?: Partial<ProblemLimits>;
  /** Where archives are unpacked; the system's temporary folder by default. */
  temporaryFolder?: string;
  /** Overrides the name taken from the folder or archive (an upload has a random file name). */
  shortName?: string;
  /** Fill `inputSha256` and `answerSha256`. */
  hash?: boolean;
  /**
   * Language id of a program by its files' names (paths in the package); null = unknown. `textOf` is the beginning of a
   * file, for names that do not show it.
   */
  guessLanguage?: (files: readonly string[], textOf: (path: string) => string | undefined) => string | null;
  signal?: AbortSignal;
}

export interface OpenedPackage extends AsyncDisposable {
  readonly problem: ProblemPackage;
  /** What the reader noticed on the way; `validatePackage` returns these and more. */
  readonly issues: readonly Issue[];
  /** Absolute path of the package's root on this machine. */
  readonly root: string;
  /** Every file of the package (ignored ones left out), in byte order. */
  files(): string[];
  /** Has the file an executable bit (`build` and `run` scripts)? */
  isExecutable(path: string): boolean;
  /** Absolute path of a file of the package. Throws when it is not one of them. */
  resolve(path: string): string;
  /** Bytes of a file, with constants replaced where the format says so. */
  read(path: string): Promise<Buffer>;
  /** Removes what was unpacked; a folder given by path stays. May be called twice. */
  close(): Promise<void>;
}

/** A file of a package on this machine. */
export interface SnapshotFile {
  /** In the package. */
  readonly path: string;
  readonly absolute: string;
  readonly executable: boolean;
}

/** An opened package as plain data, which may be sent to another thread. */
export interface PackageSnapshot {
  readonly problem: ProblemPackage;
  readonly issues: readonly Issue[];
  /** Absolute path of the package's root on this machine. */
  readonly root: string;
  /** In byte order. */
  readonly files: readonly SnapshotFile[];
}
