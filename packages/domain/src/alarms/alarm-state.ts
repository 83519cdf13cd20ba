/**
 * One alarm over time. It is raised when its figure was bad without a break for the rule's patience, and cleared when
 * it was good without a break for the other one. What lies between keeps things as they are.
 */
import type { AlarmSeverity } from '@sandglass/contracts';
import type { Sign } from './rules.ts';

export interface AlarmState {
  /** Since when the figure has been bad without a break; null: it is not. Ms. */
  readonly badSinceMs: number | null;
  readonly goodSinceMs: number | null;
  readonly raised: boolean;
}

export type AlarmChange =
  | { readonly kind: 'raise'; readonly severity: AlarmSeverity; readonly text: string }
  /** It lasts: what is true of it now. */
  | { readonly kind: 'keep'; readonly severity: AlarmSeverity; readonly text: string }
  | { readonly kind: 'clear' };

export const calm: AlarmState = { badSinceMs: null, goodSinceMs: null, raised: false };

/** An alarm that was open before this process began. */
export const ringing: AlarmState = { badSinceMs: null, goodSinceMs: null, raised: true };

export interface Patience {
  readonly raiseAfterMs: number;
  readonly clearAfterMs: number;
}

/** @param nowMs never less than in the step before */
export function stepAlarm(
  state: AlarmState,
  sign: Sign,
  patience: Patience,
  nowMs: number,
): { state: AlarmState; change: AlarmChange | null } {
  if (sign.sign === 'bad') {
    const badSinceMs = state.badSinceMs ?? nowMs;
    const raised = state.raised || nowMs - badSinceMs >= patience.raiseAfterMs;
    const { severity, text } = sign;
    return {
      state: { badSinceMs, goodSinceMs: null, raised },
      change: raised ? { kind: state.raised ? 'keep' : 'raise', severity, text } : null,
    };
  }
  if (sign.sign === 'good') {
    const goodSinceMs = state.goodSinceMs ?? nowMs;
    const cleared = state.raised && nowMs - goodSinceMs >= patience.clearAfterMs;
    return {
      state: { badSinceMs: null, goodSinceMs, raised: state.raised && !cleared },
      change: cleared ? { kind: 'clear' } : null,
    };
  }
  // Unknown figures neither go on being bad nor being good.
  return { state: { badSinceMs: null, goodSinceMs: null, raised: state.raised }, change: null };
}
