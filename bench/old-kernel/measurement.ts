/**
 * The ways to run a program: with nothing around it (the floor), in pooled namespaces and control groups, or in fresh
 * ones for every run.
 */
export type Way = 'bare' | 'pooled' | 'fresh';

export const allWays: readonly Way[] = ['bare', 'pooled', 'fresh'];

/** One turn of one way, as the guest reports it. */
export interface Measurement {
  readonly way: Way;
  /** `churn`: as fast as it goes; `quota`: while the kernel allows few IPC namespaces. */
  readonly phase: 'churn' | 'quota';
  /** Wall time minus processor time of each run that took place. */
  readonly gapUs: readonly number[];
  readonly elapsedMs: number;
  /** Runs refused because no namespace was left. */
  readonly enospc: number;
  /** Runs that failed in another way. */
  readonly failed: number;
  /** Namespaces that were alive right after, used or not yet freed. */
  readonly live: { readonly ipc: number; readonly net: number };
}
