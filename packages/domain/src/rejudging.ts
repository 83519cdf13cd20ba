/**
 * What a rejudging would change, before it is applied.
 *
 * Every submission of it is judged once or several times. The verdict that would be applied
 * is the one most repeats agree on (the earliest of them breaks a tie), because a verdict
 * that comes out differently now and then is decided by noise; such a submission is called
 * flaky and shown. A judging error is no verdict: it never takes the place of one.
 */
import type { Verdict } from '@sandglass/contracts';
import { isFinal } from './verdict.ts';

export interface RejudgedSubmission {
  /** Of the judging that counts now; null while it has none. */
  readonly before: Verdict | null;
  /** By repeat; null: not judged yet. */
  readonly repeats: readonly (Verdict | null)[];
}

export type RejudgingEffect =
  /** A repeat is still to come. */
  | { readonly kind: 'open' }
  /** Nothing but judging errors: what counts now goes on counting. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'unchanged' | 'changed'; readonly after: Verdict; readonly repeat: number };

export interface RejudgingSummary {
  readonly submissions: number;
  readonly open: number;
  readonly unchanged: number;
  readonly changed: number;
  readonly failed: number;
  readonly flaky: number;
  /** Old × new; pairs that do not occur are left out. */
  readonly matrix: readonly {
    readonly before: Verdict | null;
    readonly after: Verdict;
    readonly count: number;
  }[];
}

/**
 * The repeat to be applied: the earliest with the most frequent verdict; null while one is
 * open or when there are none. Judging errors are chosen only when there is nothing else.
 */
export function chooseRepeat(repeats: readonly (Verdict | null)[]): number | null {
  if (repeats.length === 0 || repeats.includes(null)) return null;
  const counted = repeats.some(isFinal) ? repeats.filter(isFinal) : repeats;
  const votes = (verdict: Verdict | null): number => counted.filter((other) => other === verdict).length;
  const most = Math.max(...counted.map(votes));
  return repeats.findIndex(
    (verdict) => counted.some((other) => other === verdict) && votes(verdict) === most,
  );
}

/** Two repeats came to different verdicts; judging errors do not count. */
export function isFlaky(repeats: readonly (Verdict | null)[]): boolean {
  return new Set(repeats.filter(isFinal)).size > 1;
}

export function rejudgingEffect(submission: RejudgedSubmission): RejudgingEffect {
  const repeat = chooseRepeat(submission.repeats);
  const after = repeat === null ? null : (submission.repeats[repeat] ?? null);
  if (repeat === null || after === null) return { kind: 'open' };
  // Where there was no verdict either, the newer error is more use to the jury than the older one.
  if (!isFinal(after) && isFinal(submission.before)) return { kind: 'failed' };
  if (!isFinal(after)) return { kind: 'unchanged', after, repeat };
  return { kind: after === submission.before ? 'unchanged' : 'changed', after, repeat };
}

/** @param submissions `count` where one represents several that are alike */
export function summariseRejudging(
  submissions: readonly (RejudgedSubmission & { readonly count?: number })[],
): RejudgingSummary {
  const counts = { submissions: 0, open: 0, unchanged: 0, changed: 0, failed: 0, flaky: 0 };
  const pairs = new Map<string, { before: Verdict | null; after: Verdict; count: number }>();
  for (const { count = 1, ...submission } of submissions) {
    const effect = rejudgingEffect(submission);
    counts.submissions += count;
    counts[effect.kind] += count;
    if (isFlaky(submission.repeats)) counts.flaky += count;
    if (effect.kind === 'open') continue;
    const after = effect.kind === 'failed' ? 'JE' : effect.after;
    const key = `${submission.before ?? ''}/${after}`;
    const pair = pairs.get(key) ?? { before: submission.before, after, count: 0 };
    pairs.set(key, { ...pair, count: pair.count + count });
  }
  return { ...counts, matrix: [...pairs.values()].toSorted((a, b) => b.count - a.count) };
}
