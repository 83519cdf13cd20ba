/** What the reader of packages and its thread send each other. */
import type { Issue, PackageSnapshot } from '@sandglass/problem-package';

export interface PackageToRead {
  /** A zip file (or folder) on this machine. */
  readonly path: string;
  readonly shortName: string;
  /** An archive is unpacked there; removing it is the caller's affair, however the reading ends. */
  readonly temporaryFolder: string;
}

export type ReadPackage =
  | {
      readonly kind: 'read';
      readonly snapshot: PackageSnapshot;
      /** Everything that is wrong with it, errors first. */
      readonly issues: readonly Issue[];
    }
  /** No model can be made of it. */
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] };
