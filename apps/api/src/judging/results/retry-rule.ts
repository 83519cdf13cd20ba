/**
 * How often a task is tried that fails for our own reasons, and when again. A pure function, so that its bounds can be read.
 *
 * What fails on three hosts is no host's fault. What fails on one and the same host, because there is no other, may well
 * be: it waits longer each time, so that a disk can be emptied before anybody has a judging error.
 */

const maxHosts = 3;
/** On one host: four waits of 10 to 80 s, two and a half minutes in all. */
const maxTries = 6;
const firstWaitMs = 10_000;
/** No task waits longer for its next try, ms. */
export const longestWaitMs = firstWaitMs * 2 ** (maxTries - 3);

/**
 * Most likely the problem's fault, or ours: tried three times on any host, at once, so that the jury is notified soon.
 */
const sameEverywhere = new Set([
  'JUDGE_VALIDATOR_NOT_COMPILED',
  'JUDGE_NO_INTERACTOR',
  'JUDGE_VALIDATION_ERROR',
  'JUDGE_REPORT_INCOMPLETE',
  'JUDGE_COMPILERS_DISAGREE',
]);

/**
 * The program seems to have broken its slot. It is blamed when that is seen again: on another host, or later where there
 * is none. So what stalled a host then has had time to pass.
 */
export const breaksSlot = 'JUDGE_BREAKS_SLOT';

export interface FailedTask {
  /** Failures before this one. */
  readonly tries: number;
  /** Hosts it failed or was suspect on before. */
  readonly failedHosts: readonly string[];
  readonly host: string;
  readonly code: string;
}

/** @returns ms until the task is offered again, 0: at once; null: it is a judging error */
export function waitAfterFailure({ tries, failedHosts, host, code }: FailedTask): number | null {
  const failures = tries + 1;
  const hosts = new Set([...failedHosts, host]).size;
  if (failures >= maxTries) return null;
  if (code === breaksSlot) return firstWaitMs;
  if (failures >= maxHosts && (sameEverywhere.has(code) || hosts >= maxHosts)) return null;
  if (sameEverywhere.has(code) || !failedHosts.includes(host)) return 0;
  return firstWaitMs * 2 ** Math.max(0, failures - hosts - 1);
}
