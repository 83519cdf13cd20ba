/**
 * Verdicts: their names, how they compare, what they cost, and what they become for
 * somebody who knows only five of them.
 *
 * Ids and the simplification are those of the ICPC "Judgement Types" registry
 * (ccs-specs, Reference Data); `JE` is a judging error, which is ours and never a team's.
 */
import { verdictIds, type Verdict } from '@sandglass/contracts';

/** The five verdicts every contest system knows. */
export const bigFive = ['AC', 'CE', 'RTE', 'TLE', 'WA'] as const satisfies readonly Verdict[];
export type BigFive = (typeof bigFive)[number];

export interface VerdictFacts {
  readonly id: Verdict;
  /** As a contestant reads it. */
  readonly name: string;
  /** One sentence: what happened. */
  readonly meaning: string;
  /** Registry column "Big 5"; null for a judging error, which is no verdict at all. */
  readonly simplified: BigFive | null;
}

/** Every verdict, the most severe first: the `worst` order. */
const table: readonly VerdictFacts[] = [
  fact('JE', 'Judging error', 'The judging system itself failed; the jury looks into it.', null),
  fact('CE', 'Compile error', 'The program does not compile.', 'CE'),
  fact('SV', 'Security violation', 'The program used something that is not allowed.', 'RTE'),
  fact('MLE', 'Memory limit exceeded', 'The program used more memory than allowed.', 'RTE'),
  fact('RTE', 'Run-time error', 'The program crashed or ended with a non-zero exit status.', 'RTE'),
  fact('OLE', 'Output limit exceeded', 'The program wrote more than allowed.', 'WA'),
  fact('TLE', 'Time limit exceeded', 'The program used more CPU time than allowed.', 'TLE'),
  fact('WTL', 'Wall-time limit exceeded', 'The program took too long without using its CPU time.', 'TLE'),
  fact('ILE', 'Idleness limit exceeded', 'The program used no CPU time for too long.', 'TLE'),
  fact('WA', 'Wrong answer', 'The output is not correct.', 'WA'),
  fact('PE', 'Presentation error', 'The data is correct, its form is not.', 'WA'),
  fact('NO', 'No output', 'The program wrote nothing.', 'WA'),
  fact('AC', 'Accepted', 'The program solves the problem.', 'AC'),
];

const byId = new Map(table.map((facts, place) => [facts.id, { facts, place }]));

function fact(id: Verdict, name: string, meaning: string, simplified: BigFive | null): VerdictFacts {
  return { id, name, meaning, simplified };
}

function entry(verdict: Verdict): { facts: VerdictFacts; place: number } {
  const found = byId.get(verdict);
  if (found === undefined) throw new RangeError(`unknown verdict "${verdict}"`);
  return found;
}

/** All facts about one verdict. */
export function verdictFacts(verdict: Verdict): VerdictFacts {
  return entry(verdict).facts;
}

/** Every verdict with its facts, in the order of the contracts. */
export const allVerdicts: readonly VerdictFacts[] = verdictIds.map((id) => entry(id).facts);

/** "Wrong answer". */
export function verdictName(verdict: Verdict): string {
  return entry(verdict).facts.name;
}

/**
 * True for everything that may be the result of a judging. A judging error may not: the submission stays pending for
 * the team.
 */
export function isFinal(verdict: Verdict | null): verdict is Exclude<Verdict, 'JE'> {
  return verdict !== null && verdict !== 'JE';
}

export function isAccepted(verdict: Verdict | null): boolean {
  return verdict === 'AC';
}

/** Which rejected tries cost penalty time. */
export interface PenaltyPolicy {
  /** A contest may charge compile errors; ICPC does not. */
  readonly compileErrors: boolean;
}

export const defaultPenaltyPolicy: PenaltyPolicy = { compileErrors: false };

/** Does a try with this verdict count against the team once it solves the problem? */
export function countsPenalty(verdict: Verdict, policy: PenaltyPolicy = defaultPenaltyPolicy): boolean {
  if (verdict === 'AC' || verdict === 'JE') return false;
  if (verdict === 'CE') return policy.compileErrors;
  return true;
}

/** The "Big 5" verdict this one may be shown as; null when there is none (JE). */
export function simplify(verdict: Verdict): BigFive | null {
  return entry(verdict).facts.simplified;
}

/** Negative when `a` is worse than `b`; a sort puts the worst first. */
export function compareSeverity(a: Verdict, b: Verdict): number {
  return entry(a).place - entry(b).place;
}

/** The worst of several; `AC` when there are none. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce((worst, next) => (compareSeverity(next, worst) < 0 ? next : worst), 'AC');
}

/**
 * Is a jury submission's verdict one of those its authors named?
 *
 * An expected Big-5 verdict also admits its refinements (`TLE` admits `WTL`, `RTE` admits
 * `MLE`): packages are written for systems with only five. A refined expectation (`MLE`)
 * is exact. An empty list admits anything but a judging error, which never matches.
 */
export function matchesExpected(verdict: Verdict, expected: readonly Verdict[]): boolean {
  if (verdict === 'JE') return false;
  if (expected.length === 0 || expected.includes(verdict)) return true;
  const simplified = simplify(verdict);
  return simplified !== null && expected.includes(simplified);
}
