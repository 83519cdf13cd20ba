/** Which final verdicts the demands on single test cases leave possible. */
import type { Verdict } from '@sandglass/contracts';
import { matchesPath } from './glob.ts';
import type { TestDemand } from './model.ts';
import { verdictClasses } from './verdict-names.ts';

/** What a test case can come out as; in the order to show them. */
const outcomes: readonly Verdict[] = [
  ...verdictClasses.AC,
  ...verdictClasses.WA,
  ...verdictClasses.TLE,
  ...verdictClasses.RTE,
  // Only where submissions.yaml names it: the format itself knows no such class.
  'CE',
];

/** Does a demand apply to a test case (`secret/huge/03`)? */
export function matchesTests(demand: Pick<TestDemand, 'tests'>, testName: string): boolean {
  return demand.tests === null || matchesPath(demand.tests, testName);
}

/** Verdicts one test case may get under all demands. */
function permittedFor(demands: readonly TestDemand[], testName: string): Verdict[] {
  const scope = demands.filter((demand) => matchesTests(demand, testName));
  return outcomes.filter(
    (verdict) =>
      scope.every((demand) => demand.permitted === null || demand.permitted.includes(verdict)) &&
      (verdict !== 'CE' || scope.some((demand) => demand.permitted?.includes('CE'))),
  );
}

/**
 * A submission ends with the verdict of a test case that is not accepted, or with AC when all
 * are. Without test cases the demands on all of them are taken alone. Empty = impossible.
 */
export function expectedFinal(demands: readonly TestDemand[], testNames: readonly string[]): Verdict[] {
  // Where no demand distinguishes test cases, one represents all.
  const alike = testNames.length === 0 || demands.every((demand) => demand.tests === null);
  const names = alike ? [testNames[0] ?? 'secret/1'] : testNames;
  const permitted = new Map(names.map((name) => [name, permittedFor(demands, name)]));
  const satisfiable = demands.every((demand) => {
    const scope = names.filter((name) => matchesTests(demand, name));
    return (
      scope.length === 0 ||
      demand.required === null ||
      scope.some((name) => permitted.get(name)?.some((verdict) => demand.required?.includes(verdict)))
    );
  });
  if (!satisfiable || [...permitted.values()].some((verdicts) => verdicts.length === 0)) return [];

  const possible = new Set<Verdict>();
  for (const verdicts of permitted.values()) {
    for (const verdict of verdicts) if (verdict !== 'AC') possible.add(verdict);
  }
  const mayBeAccepted =
    [...permitted.values()].every((verdicts) => verdicts.includes('AC')) &&
    demands.every(
      (demand) => demand.required === null || demand.required.includes('AC') || !applies(demand, names),
    );
  if (mayBeAccepted) possible.add('AC');
  return outcomes.filter((verdict) => possible.has(verdict));
}

function applies(demand: TestDemand, names: readonly string[]): boolean {
  return names.some((name) => matchesTests(demand, name));
}

export interface DemandResult {
  demand: TestDemand;
  /** In words; null when the demand is met. */
  complaint: string | null;
}

/** Checks the demands against a complete run of all test cases (no stopping at the first failure). */
export function checkDemands(
  demands: readonly TestDemand[],
  results: readonly { name: string; verdict: Verdict; message?: string }[],
): DemandResult[] {
  return demands.map((demand) => {
    const scope = results.filter(({ name }) => matchesTests(demand, name));
    const where = demand.tests ?? 'all test cases';
    const bad = scope.find(({ verdict }) => demand.permitted !== null && !demand.permitted.includes(verdict));
    if (bad !== undefined) {
      return {
        demand,
        complaint: `${bad.name} got ${bad.verdict}, permitted are ${demand.permitted?.join(', ')}`,
      };
    }
    const { required, message } = demand;
    if (required !== null && scope.length > 0 && !scope.some(({ verdict }) => required.includes(verdict))) {
      return { demand, complaint: `no test case of ${where} got ${required.join(', ')}` };
    }
    if (message !== null && !scope.some((result) => result.message?.includes(message))) {
      return { demand, complaint: `no judge message of ${where} contains "${message}"` };
    }
    return { demand, complaint: null };
  });
}
