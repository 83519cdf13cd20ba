import { defaultProblemLimits } from '@sandglass/domain';
import type { ProblemLimits } from './model.ts';
import type { PackageBounds } from './opening.ts';

const mebi = 1024 * 1024;

/**
 * Far above any real contest problem, far below what hurts a server.
 *
 * The ratio: deflate reaches 1032:1 at most, and an honest test of 10⁷ equal numbers comes close
 * to that. So one such file (the format recommends at most 100 MiB) passes, and more than that
 * at a ratio no mixed package has is taken for a bomb.
 */
export const defaultBounds: PackageBounds = {
  entries: 20_000,
  fileBytes: 512 * mebi,
  totalBytes: 2048 * mebi,
  ratio: 100,
  ratioFloorBytes: 100 * mebi,
  depth: 16,
  yamlBytes: mebi,
};

/** The domain's, and what the package format has besides them; the time limit is DOMjudge's default. */
export const defaultPackageLimits: ProblemLimits = {
  ...defaultProblemLimits,
  timeLimitMs: 10_000,
  timeLimitSource: 'assumed',
  acToTimeLimit: 2,
  timeLimitToTle: 1.5,
  validationPasses: 2,
};
