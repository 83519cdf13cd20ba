/** What an alarm rule is made of: a sign of each figure, and the words that several rules share. */
import type { AlarmRuleId, AlarmSeverity } from '@sandglass/contracts';
import type { HostObservation, SystemObservation } from './observation.ts';

/** `between`: neither bad enough to raise nor good enough to clear. `unknown`: no figure, which changes nothing. */
export type Sign = { readonly sign: 'good' | 'between' | 'unknown' } | BadSign;

export interface BadSign {
  readonly sign: 'bad';
  readonly severity: AlarmSeverity;
  readonly text: string;
  /** How bad, to be compared with other signs of the same rule: more is worse. */
  readonly figure: number;
  /** Ids of the contests it is about; absent: of none in particular. */
  readonly contests?: readonly string[];
}

export interface Rule<Observation> {
  readonly id: AlarmRuleId;
  readonly title: string;
  /** When it is raised and when it is cleared: follows “Raised when”. */
  readonly raisedWhen: string;
  /** What to do first: a sentence. */
  readonly remedy: string;
  /** How long the figure must be bad without a break before the alarm is raised, ms. */
  readonly raiseAfterMs: number;
  /** How long it must be good before the alarm is cleared, ms. */
  readonly clearAfterMs: number;
  readonly look: (observation: Observation) => Sign;
}
export type HostRule = Rule<HostObservation>;
export type SystemRule = Rule<SystemObservation>;

export const good: Sign = { sign: 'good' };
export const between: Sign = { sign: 'between' };
export const unknown: Sign = { sign: 'unknown' };

interface Bounds {
  /** Below it all is well. */
  readonly good: number;
  readonly warning: number;
  readonly critical: number;
}

/** For figures of which more is worse. @param words what to say when it is bad */
export function above(value: number, bounds: Bounds, words: () => string): Sign {
  if (value < bounds.good) return good;
  if (value < bounds.warning) return between;
  return {
    sign: 'bad',
    severity: value < bounds.critical ? 'warning' : 'critical',
    text: words(),
    figure: value,
  };
}

export const critical = (text: string, figure: number): Sign => ({
  sign: 'bad',
  severity: 'critical',
  text,
  figure,
});
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 9_950 ? 1 : 0)} s`;
export const percent = (share: number): string => `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)} %`;
export const slotsOf = (count: number): string => `${String(count)} ${count === 1 ? 'slot' : 'slots'}`;
export const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
