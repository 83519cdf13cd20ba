/** Whether a host is healthy, degraded or unhealthy: a pure function of what it sees and what it thought before. */
import { healthStates, type HealthReason, type HealthSign, type HealthState } from '@sandglass/contracts';
import { startHysteresis, stepHysteresis, type Hysteresis } from '@sandglass/domain';
import { healthRules, type HealthObservation, type HealthRule } from './health-signs.ts';

/** The states of a sign that have bounds: levels 1 and 2 of its hysteresis. */
const levels = ['degraded', 'unhealthy'] as const;
type Level = (typeof levels)[number];

export interface Health {
  /** When it was last looked at. */
  readonly atMs: number;
  readonly state: HealthState;
  /** When the evidence for the state began. */
  readonly sinceMs: number;
  /** Of the signs that are not healthy, the worst first. */
  readonly reasons: readonly HealthReason[];
  readonly signs: Readonly<Partial<Record<HealthSign, Hysteresis>>>;
  /** Of each sign that is not healthy, since it is not. */
  readonly worst: Readonly<Partial<Record<HealthSign, Worst>>>;
}

interface Worst {
  readonly level: number;
  readonly timesBound: number;
  readonly text: string;
}

/** A figure must have been better for this long before it counts as better, ms. */
export const recoveryMs = 20_000;

/** By how much the load average is late, ms. */
export const lateMs = 60_000;

/** Of a sign within its bound there is only the past to say: "9 % (bound 40 %)" is no reason. */
const recovering = 'recovering; at worst ';

export function startHealth(atMs: number): Health {
  return { atMs, state: 'healthy', sinceMs: atMs, reasons: [], signs: {}, worst: {} };
}

const lookOnly: ReadonlySet<HealthSign> = new Set(
  healthRules.filter(({ unhealthy }) => unhealthy === null).map(({ sign }) => sign),
);

/**
 * The reasons for which a host takes no more tasks than it does, the worst first: those by which it could be unhealthy. That
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
  const signs: Partial<Record<HealthSign, Hysteresis>> = {};
  const worst: Partial<Record<HealthSign, Worst>> = {};
  const reasons: HealthReason[] = [];
  let beganMs = atMs;
  for (const rule of healthRules) {
    const before = former.signs[rule.sign] ?? startHysteresis();
    const values = {
      degraded: rule.of(observation),
      unhealthy: (rule.unhealthy?.of ?? rule.of)(observation),
    };
    const now = values.degraded === null ? before : step(rule, before, values, former.atMs, atMs);
    signs[rule.sign] = now;
    const level = levels[now.level - 1];
    if (level === undefined) continue;
    const said = say(rule, level, values, former, observation);
    reasons.push(said.reason);
    if (said.worst !== undefined) worst[rule.sign] = said.worst;
    if (now.level !== before.level) {
      // Held for a while, and what was held had its evidence before.
      const { sinceMs, afterMs } = now.reached[now.level - 1] ?? { sinceMs: atMs, afterMs: atMs };
      beganMs = Math.min(
        beganMs,
        rule.evidenceMs === undefined ? afterMs : sinceMs - rule.evidenceMs(observation),
      );
    }
  }
  reasons.sort((a, b) => rank(b.state) - rank(a.state) || Number(isOver(b)) - Number(isOver(a)));
  const state = reasons[0]?.state ?? 'healthy';
  if (state === former.state) return { ...former, atMs, reasons, signs, worst };
  // A worse state begins with its evidence, a better one begins now.
  const sinceMs =
    rank(state) > rank(former.state) ? Math.min(beganMs, waitsBefore(former, reasons, atMs)) : atMs;
  return { atMs, state, sinceMs, reasons, signs, worst };
}

/** The reason that a sign gives for its level, and the worst one since it is not healthy. */
function say(
  { sign, ...rule }: HealthRule,
  level: Level,
  values: Readonly<Record<Level, number | null>>,
  former: Health,
  observation: HealthObservation,
): { reason: HealthReason; worst: Worst | undefined } {
  const known = former.worst[sign];
  const value = values.degraded;
  if (value === null) {
    // Not known now: as it was.
    const same = former.reasons.find((reason) => reason.sign === sign && reason.state === level);
    return { reason: same ?? { sign, state: level, text: known?.text ?? '' }, worst: known };
  }
  const bound = rule[level]?.enter ?? 0;
  const figure = values[level];
  const timesBound = figure === null ? 1 : Math.max(0, figure / bound);
  const now = { level: levels.indexOf(level), timesBound, text: rule.say(value, bound, observation) };
  const worst = known === undefined || isWorse(now, known) ? now : known;
  const text = timesBound >= 1 ? now.text : recovering + worst.text;
  return { reason: { sign, state: level, text, timesBound }, worst };
}

function isWorse(a: Worst, b: Worst): boolean {
  return a.level === b.level ? a.timesBound > b.timesBound : a.level > b.level;
}

/** Whether its figure is over its bound; older hosts did not say. */
function isOver({ timesBound }: HealthReason): boolean {
  return timesBound === undefined || timesBound >= 1;
}

/**
 * A host that hangs in the kernel shows in its load average too, which takes a minute to rise: tasks that were seen
 * waiting there within that time were the beginning. Infinity: the host is unhealthy for another reason, or there were
 * none.
 */
function waitsBefore(former: Health, reasons: readonly HealthReason[], atMs: number): number {
  const unhealthy = reasons.some(({ sign, state }) => state === 'unhealthy' && ofWaits.has(sign));
  const degraded = former.state === 'degraded' && former.reasons.some(({ sign }) => ofWaits.has(sign));
  return unhealthy && degraded ? Math.max(former.sinceMs, atMs - lateMs) : Infinity;
}

const ofWaits: ReadonlySet<HealthSign> = new Set(['d-state', 'stuck']);

/** @param values by level; null: not known, which makes it neither worse nor better */
function step(
  rule: HealthRule,
  before: Hysteresis,
  values: Readonly<Record<Level, number | null>>,
  formerMs: number,
  atMs: number,
): Hysteresis {
  const readings = levels.map((level) => {
    const [bound, value] = [rule[level], values[level]];
    if (bound === null || value === null) return { reached: false, left: false };
    return { reached: value >= bound.enter, left: value < bound.leave };
  });
  const times = levels.map((level) => ({
    enterAfterMs: rule[level]?.holdMs ?? rule.holdMs,
    leaveAfterMs: recoveryMs,
  }));
  return stepHysteresis(before, readings, times, atMs, formerMs);
}

function rank(state: HealthState): number {
  return healthStates.indexOf(state);
}
