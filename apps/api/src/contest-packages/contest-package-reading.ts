/** What passes between the import and the thread that reads a contest package. */
import type { ReadContestPackage } from './read-contest-package.ts';

export interface ContestPackageToRead {
  /** A zip file on this machine. */
  readonly archive: string;
  /** It is unpacked there; removing it is the caller's affair, however the reading ends. */
  readonly folder: string;
}

export type ContestPackageRead =
  | { readonly kind: 'read'; readonly content: ReadContestPackage }
  | { readonly kind: 'refused'; readonly reason: string };
