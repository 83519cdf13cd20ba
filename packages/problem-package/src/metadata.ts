/** What problem.yaml (and its side files) say, the same for all formats. */
import type { Issue, ProblemLimits, ProblemPackage, TimeLimitSource } from './model.ts';

/** What is taken as it is said. */
type AsSaid = Pick<
  ProblemPackage,
  | 'uuid'
  | 'version'
  | 'type'
  | 'constants'
  | 'allowedLanguages'
  | 'allowFileWriting'
  | 'keywords'
  | 'authors'
  | 'sources'
  | 'license'
  | 'rightsOwner'
  | 'color'
>;

export interface Metadata extends AsSaid {
  /** Language → name, or one name whose language only the statements show. */
  names: Record<string, string> | string | null;
  /** Limits the package states; the rest is filled in later. */
  limits: Partial<ProblemLimits>;
  /** What problem.yaml says of the validator: legacy states it, 2025-09 leaves it to the folder. */
  validation: 'default' | 'custom' | 'by-folder';
  validatorFlags: string[];
  issues: Issue[];
}

/** A limit of an hour per test case is a typing error, not a contest. */
export const maximumTimeLimitS = 3600;

/** Milliseconds of a time limit in seconds; null when it is not one. */
export function timeLimitMs(seconds: unknown): number | null {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return null;
  if (seconds <= 0 || seconds > maximumTimeLimitS) return null;
  return Math.max(1, Math.round(seconds * 1000));
}

/** Seconds written as text (`2`, `0.5`, `2.5s` is not one). */
export function parseSeconds(text: string): number | null {
  const trimmed = text.trim();
  return /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}

export interface StatedTimeLimit {
  source: Exclude<TimeLimitSource, 'assumed'>;
  ms: number;
}
