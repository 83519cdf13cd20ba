/**
 * The verdicts that a program may get here whose own one is `verdict`: on a machine that others keep busy, a program
 * that never ends may reach the limit of its wall time first, three times on one judgehost.
 */
export function possibleVerdicts(verdict: string): readonly string[] {
  return verdict === 'TLE' ? ['TLE', 'WTL'] : [verdict];
}
