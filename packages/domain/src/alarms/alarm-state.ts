/**
 * One alarm over time. It is raised when its figure was bad without a break for the rule's time, and cleared when it was
 * good without a break for the other one. What lies between keeps things as they are.
 */
import type { AlarmSeverity } from '@sandglass/contracts';
import { startHysteresis, stepHysteresis, type Hysteresis } from '../hysteresis.ts';
import type { Sign } from './rule-parts.ts';

/** Level 1: raised. */
export type AlarmState = Hysteresis;

export type AlarmChange =
  /** `keep`: it lasts, and this is true of it now. */
  ({ readonly kind: 'raise' | 'keep' } & AlarmWords) | { readonly kind: 'clear' };

/** What is true of an alarm at a moment. */
export interface AlarmWords {
  readonly severity: AlarmSeverity;
  readonly text: string;
  /** How bad, to be compared with the same alarm's at another moment: more is worse. */
  readonly figure: number;
  readonly contests: readonly string[];
}

export const clearedAlarm: AlarmState = startHysteresis(0);

/** An alarm that was open before this process began. */
export const raisedAlarm: AlarmState = startHysteresis(1);

export interface AlarmTimes {
  readonly raiseAfterMs: number;
  readonly clearAfterMs: number;
}

/** @param nowMs never less than in the step before */
export function stepAlarm(
  before: AlarmState,
  sign: Sign,
  { raiseAfterMs, clearAfterMs }: AlarmTimes,
  nowMs: number,
): { state: AlarmState; change: AlarmChange | null } {
  // Unknown figures are neither: they neither go on being bad nor being good.
  const reading = { reached: sign.sign === 'bad', left: sign.sign === 'good' };
  const rule = { enterAfterMs: raiseAfterMs, leaveAfterMs: clearAfterMs };
  const state = stepHysteresis(before, [reading], [rule], nowMs);
  if (state.level < before.level) return { state, change: { kind: 'clear' } };
  if (state.level === 0 || sign.sign !== 'bad') return { state, change: null };
  const { severity, text, figure, contests = [] } = sign;
  const kind = before.level === 0 ? 'raise' : 'keep';
  return { state, change: { kind, severity, text, figure, contests } };
}
