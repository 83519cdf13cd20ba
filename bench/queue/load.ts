/**
 * A contest's judging load, generated: who hands in what and when, and what it costs a slot. The numbers are those of a
 * regional: 120 teams, 12 problems, five hours, a rush in the first hour on two easy problems, one of them with 200
 * tests, and in the middle a rejudging of 3000 submissions.
 */
import type { QueueClass } from '@sandglass/domain';

export interface LoadJob {
  readonly arrivalMs: number;
  /** Time on a slot, all tasks together; what the queue must not know beforehand. */
  readonly costMs: number;
  /** What cost is learned per: problem × language. */
  readonly kind: string;
  readonly owner: string;
  readonly class: QueueClass;
}

export interface LoadOptions {
  readonly seed: number;
  readonly teams: number;
  readonly hours: number;
  readonly submissions: number;
  /** 0: none. */
  readonly rejudged: number;
}

export const regional: LoadOptions = { seed: 1, teams: 120, hours: 5, submissions: 2400, rejudged: 3000 };

interface KindOfProgram {
  readonly name: string;
  /** Compilation and start of the language, ms. */
  readonly fixedMs: number;
  /** One test of an accepted program, ms. */
  readonly testMs: number;
  readonly tests: number;
  /** Submissions to it, relative to the others. */
  readonly weight: number;
  /** Share of the contest after which half of them have come. */
  readonly centre: number;
}

const hour = 3_600_000;
/** Compilation in ms and factor on run time. */
const languages = [
  { name: 'cpp', share: 0.62, compileMs: 900, factor: 1 },
  { name: 'java', share: 0.18, compileMs: 1400, factor: 2 },
  { name: 'python3', share: 0.2, compileMs: 120, factor: 6 },
] as const;
/** Tests, ms per test, weight, centre: from a first problem with very many tests to a last one with long ones. */
const problems = [
  [200, 25, 3.2, 0.1],
  [20, 15, 3, 0.14],
  [45, 30, 2.2, 0.25],
  [60, 40, 2, 0.35],
  [35, 120, 1.6, 0.42],
  [80, 60, 1.5, 0.5],
  [25, 400, 1.2, 0.6],
  [110, 90, 1, 0.66],
  [50, 250, 0.8, 0.72],
  [40, 600, 0.6, 0.8],
  [30, 900, 0.4, 0.85],
  [70, 500, 0.3, 0.9],
] as const;

/** Deterministic for a seed (mulberry32): 0 ≤ x < 1. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** In order of arrival. */
export function generateLoad(options: LoadOptions): LoadJob[] {
  const next = random(options.seed);
  const kinds = kindsOfPrograms();
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  const spanMs = options.hours * hour;
  const jobs: LoadJob[] = [];
  for (let i = 0; i < options.submissions; i += 1) {
    const kind = pick(kinds, next() * total);
    jobs.push({
      arrivalMs: Math.round(instant(kind.centre, next) * spanMs),
      costMs: Math.round(costOf(kind, next)),
      kind: kind.name,
      owner: `team-${Math.floor(next() * options.teams)}`,
      class: 'live',
    });
  }
  for (let i = 0; i < options.rejudged; i += 1) {
    const kind = pick(kinds, next() * total);
    jobs.push({
      arrivalMs: spanMs / 2,
      costMs: Math.round(costOf(kind, next)),
      kind: kind.name,
      owner: 'rejudging',
      class: 'rejudging',
    });
  }
  return jobs.sort((a, b) => a.arrivalMs - b.arrivalMs);
}

function kindsOfPrograms(): KindOfProgram[] {
  return problems.flatMap(([tests, testMs, weight, centre], index) =>
    languages.map(({ name, share, compileMs, factor }) => ({
      name: `${String.fromCodePoint(65 + index)} ${name}`,
      fixedMs: compileMs,
      testMs: testMs * factor,
      tests,
      weight: weight * share,
      centre,
    })),
  );
}

function pick(kinds: readonly KindOfProgram[], at: number): KindOfProgram {
  let rest = at;
  for (const kind of kinds) {
    rest -= kind.weight;
    if (rest < 0) return kind;
  }
  throw new RangeError('the weights do not add up');
}

/** Somewhere around the problem's time, as a share of the contest: the sum of three even numbers is bell-shaped. */
function instant(centre: number, next: () => number): number {
  const spread = 0.18 * ((next() + next() + next()) / 1.5 - 1);
  return Math.min(0.999, Math.max(0, centre + spread));
}

/**
 * Half of all submissions fail, most of them early; of those a few run into the limit (ten times the usual test). The
 * cost of a test varies by a factor of e^±0.5.
 */
function costOf(kind: KindOfProgram, next: () => number): number {
  const test = kind.testMs * Math.exp(next() - 0.5);
  if (next() < 0.5) return kind.fixedMs + kind.tests * test;
  const tests = Math.ceil(kind.tests * next() ** 3);
  return kind.fixedMs + tests * test + (next() < 0.3 ? 10 * kind.testMs : 0);
}
