/** Whether a host is calm, strained or sick: a pure function of what it sees and what it thought before. */
import { healthStates, type HealthReason, type HealthSign, type HealthState } from '@sandglass/contracts';
import { healthRules, type HealthObservation, type HealthRule } from './health-signs.ts';

/** What is remembered of one sign. */
interface SignMemory {
  readonly state: HealthState;
  /** Since when the value has been beyond the bound of a worse state without a break; null: it is not. */
  readonly worseSinceMs: Readonly<Record<'strained' | 'sick', number | null>>;
  /** Since when the value has been good enough for a better state without a break; null: it is not. */
  readonly betterSinceMs: number | null;
}

export interface Health {
  readonly state: HealthState;
  /** When the evidence for the state began. */
  readonly sinceMs: number;
  /** Of the signs that are not calm, the worst first. */
  readonly reasons: readonly HealthReason[];
  readonly signs: Readonly<Partial<Record<HealthSign, SignMemory>>>;
}

/** A figure must have been better for this long before it counts as better, ms. */
export const recoveryMs = 20_000;

/** Without it a reason would read "9 % (bound 40 %)" while the sign recovers. */
const betterNow = '; better now, not yet for long enough';

export function startHealth(atMs: number): Health {
  return { state: 'calm', sinceMs: atMs, reasons: [], signs: {} };
}

/**
 * The worst sign decides. A sign gets worse at once, or when its rule's `holdMs` are over, and better by one step
 * after {@link recoveryMs} below the bound at which its state is left. What is not known leaves a sign as it was.
 */
export function judgeHealth(former: Health, observation: HealthObservation): Health {
  const { atMs } = observation;
  const signs: Partial<Record<HealthSign, SignMemory>> = {};
  const reasons: HealthReason[] = [];
  let beganMs = atMs;
  for (const rule of healthRules) {
    const before = former.signs[rule.sign] ?? calmSign;
    const value = rule.of(observation);
    const now = value === null ? before : step(rule, before, value, atMs);
    signs[rule.sign] = now;
    if (now.state === 'calm') continue;
    const told = former.reasons.find(({ sign, state }) => sign === rule.sign && state === now.state);
    const bound = rule[now.state]?.enter ?? 0;
    reasons.push({
      sign: rule.sign,
      state: now.state,
      text:
        value === null
          ? (told?.text ?? '')
          : rule.say(value, bound, observation) + (value < bound ? betterNow : ''),
    });
    if (now.state !== before.state) {
      const evidenceMs = rule.evidenceMs?.(observation) ?? atMs - (now.worseSinceMs[now.state] ?? atMs);
      beganMs = Math.min(beganMs, atMs - evidenceMs);
    }
  }
  reasons.sort((a, b) => rank(b.state) - rank(a.state));
  const state = reasons[0]?.state ?? 'calm';
  if (state === former.state) return { ...former, reasons, signs };
  // A worse state begins with its evidence, yet not before the last one that was known; a better one begins now.
  const sinceMs = rank(state) > rank(former.state) ? beganMs : atMs;
  return { state, sinceMs, reasons, signs };
}

const calmSign: SignMemory = {
  state: 'calm',
  worseSinceMs: { strained: null, sick: null },
  betterSinceMs: null,
};

function step(rule: HealthRule, before: SignMemory, value: number, atMs: number): SignMemory {
  const since = (level: 'strained' | 'sick'): number | null => {
    const bound = rule[level];
    return bound === null || value < bound.enter ? null : (before.worseSinceMs[level] ?? atMs);
  };
  const worseSinceMs = { strained: since('strained'), sick: since('sick') };
  const reached = (level: 'strained' | 'sick'): boolean => {
    const from = worseSinceMs[level];
    return from !== null && atMs - from >= rule.holdMs;
  };
  const worst: HealthState = reached('sick') ? 'sick' : reached('strained') ? 'strained' : 'calm';
  if (rank(worst) > rank(before.state)) return { state: worst, worseSinceMs, betterSinceMs: null };
  const leave = before.state === 'calm' ? null : rule[before.state]?.leave;
  if (leave === null || leave === undefined || value >= leave)
    return { state: before.state, worseSinceMs, betterSinceMs: null };
  const betterSinceMs = before.betterSinceMs ?? atMs;
  if (atMs - betterSinceMs < recoveryMs) return { state: before.state, worseSinceMs, betterSinceMs };
  // One step at a time: what is not sick any more may still be strained.
  const next = healthStates[rank(before.state) - 1] ?? 'calm';
  return { state: next, worseSinceMs, betterSinceMs: atMs };
}

function rank(state: HealthState): number {
  return healthStates.indexOf(state);
}
