/** Whether a host is calm, strained or sick: a pure function of what it sees and what it thought before. */
import { healthStates, type HealthReason, type HealthSign, type HealthState } from '@sandglass/contracts';
import { healthRules, type HealthObservation, type HealthRule } from './health-signs.ts';

type Level = 'strained' | 'sick';

/** A value that has been beyond a bound without a break. */
interface Excess {
  readonly sinceMs: number;
  /** The look before, the last at which it was not: it may have begun at any time from there on. */
  readonly afterMs: number;
}

/** What is remembered of one sign. */
interface SignMemory {
  readonly state: HealthState;
  /** By the level whose bound it is; null: it is not beyond it. */
  readonly excess: Readonly<Record<Level, Excess | null>>;
  /** Since when the value has been good enough for a better state without a break; null: it is not. */
  readonly betterSinceMs: number | null;
}

export interface Health {
  /** When it was last looked at. */
  readonly atMs: number;
  readonly state: HealthState;
  /** When the evidence for the state began. */
  readonly sinceMs: number;
  /** Of the signs that are not calm, the worst first. */
  readonly reasons: readonly HealthReason[];
  readonly signs: Readonly<Partial<Record<HealthSign, SignMemory>>>;
}

/** A figure must have been better for this long before it counts as better, ms. */
export const recoveryMs = 20_000;

/** So late the load average tells of what goes on, ms. */
export const lateMs = 60_000;

/** Without it a reason would read "9 % (bound 40 %)" while the sign recovers. */
const betterNow = '; better now, not yet for long enough';

export function startHealth(atMs: number): Health {
  return { atMs, state: 'calm', sinceMs: atMs, reasons: [], signs: {} };
}

const lookOnly: ReadonlySet<HealthSign> = new Set(
  healthRules.filter(({ sick }) => sick === null).map(({ sign }) => sign),
);

/**
 * The reasons for which a host takes no more tasks than it does, the worst first: those by which it could be sick. That
 * it is loaded or warm may last for a whole contest, and is none.
 */
export function restrainingReasons({ reasons }: Pick<Health, 'reasons'>): HealthReason[] {
  return reasons.filter(({ sign }) => !lookOnly.has(sign));
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
    const values = { strained: rule.of(observation), sick: (rule.sick?.of ?? rule.of)(observation) };
    const now = values.strained === null ? before : step(rule, before, values, former.atMs, atMs);
    signs[rule.sign] = now;
    if (now.state === 'calm') continue;
    const value = values.strained;
    const better = (values[now.state] ?? Infinity) < (rule[now.state]?.enter ?? 0);
    const told = former.reasons.find(({ sign, state }) => sign === rule.sign && state === now.state);
    const bound = rule[now.state]?.enter ?? 0;
    reasons.push({
      sign: rule.sign,
      state: now.state,
      text:
        value === null ? (told?.text ?? '') : rule.say(value, bound, observation) + (better ? betterNow : ''),
    });
    if (now.state !== before.state) {
      // Held for a while, and what was held had its evidence before.
      const { sinceMs, afterMs } = now.excess[now.state] ?? { sinceMs: atMs, afterMs: atMs };
      beganMs = Math.min(
        beganMs,
        rule.evidenceMs === undefined ? afterMs : sinceMs - rule.evidenceMs(observation),
      );
    }
  }
  reasons.sort((a, b) => rank(b.state) - rank(a.state));
  const state = reasons[0]?.state ?? 'calm';
  if (state === former.state) return { ...former, atMs, reasons, signs };
  // A worse state begins with its evidence, a better one begins now.
  const sinceMs =
    rank(state) > rank(former.state) ? Math.min(beganMs, waitsBefore(former, reasons, atMs)) : atMs;
  return { atMs, state, sinceMs, reasons, signs };
}

/**
 * A host that hangs in the kernel is told by its load average too, which takes a minute to rise: tasks that were seen
 * waiting there within that time were the beginning. Infinity: it is another sickness, or there were none.
 */
function waitsBefore(former: Health, reasons: readonly HealthReason[], atMs: number): number {
  const sick = reasons.some(({ sign, state }) => state === 'sick' && ofWaits.has(sign));
  const strained = former.state === 'strained' && former.reasons.some(({ sign }) => ofWaits.has(sign));
  return sick && strained ? Math.max(former.sinceMs, atMs - lateMs) : Infinity;
}

const ofWaits: ReadonlySet<HealthSign> = new Set(['d-state', 'stuck']);

const calmSign: SignMemory = {
  state: 'calm',
  excess: { strained: null, sick: null },
  betterSinceMs: null,
};

/**
 * @param values by level; null: not known, which makes it neither worse nor better
 * @param formerMs when it was last looked at
 */
function step(
  rule: HealthRule,
  before: SignMemory,
  values: Readonly<Record<Level, number | null>>,
  formerMs: number,
  atMs: number,
): SignMemory {
  const beyond = (level: Level): Excess | null => {
    const [bound, value] = [rule[level], values[level]];
    if (bound === null || value === null || value < bound.enter) return null;
    return before.excess[level] ?? { sinceMs: atMs, afterMs: formerMs };
  };
  const excess = { strained: beyond('strained'), sick: beyond('sick') };
  const reached = (level: Level): boolean => {
    const since = excess[level]?.sinceMs;
    return since !== undefined && atMs - since >= (rule[level]?.holdMs ?? rule.holdMs);
  };
  const worst: HealthState = reached('sick') ? 'sick' : reached('strained') ? 'strained' : 'calm';
  if (rank(worst) > rank(before.state)) return { state: worst, excess, betterSinceMs: null };
  const [leave, value] =
    before.state === 'calm' ? [null, null] : [rule[before.state]?.leave ?? null, values[before.state]];
  if (leave === null || value === null || value >= leave)
    return { state: before.state, excess, betterSinceMs: null };
  const betterSinceMs = before.betterSinceMs ?? atMs;
  if (atMs - betterSinceMs < recoveryMs) return { state: before.state, excess, betterSinceMs };
  // One step at a time: what is not sick any more may still be strained.
  const next = healthStates[rank(before.state) - 1] ?? 'calm';
  return { state: next, excess, betterSinceMs: atMs };
}

function rank(state: HealthState): number {
  return healthStates.indexOf(state);
}
