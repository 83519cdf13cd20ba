/**
 * What folders, tags and submissions.yaml call verdicts, as sets of ids. The first id of a set
 * is the one to show.
 *
 * The formats know four classes (AC, WA, TLE, RTE); our finer ids belong to the class the CCS
 * specification simplifies them to, so a sleeper in time_limit_exceeded/ may end as WTL.
 */
import type { Verdict } from '@sandglass/contracts';

export const verdictClasses = {
  AC: ['AC'],
  WA: ['WA', 'PE', 'OLE', 'NO'],
  TLE: ['TLE', 'WTL', 'ILE'],
  RTE: ['RTE', 'MLE', 'SV'],
} as const satisfies Record<string, readonly Verdict[]>;

const { AC, WA, TLE, RTE } = verdictClasses;

/** `TLE, WTL, ILE` → `TLE`: a class includes its refinements where verdicts are compared with expectations. */
export function withoutRefinements(verdicts: readonly Verdict[]): Verdict[] {
  return verdicts.filter((verdict) =>
    Object.values<readonly Verdict[]>(verdictClasses).every(
      ([head, ...refinements]) =>
        head === undefined || !refinements.includes(verdict) || !verdicts.includes(head),
    ),
  );
}

const byName: ReadonlyMap<string, readonly Verdict[]> = new Map<string, readonly Verdict[]>(
  Object.entries({
    ACCEPTED: AC,
    CORRECT: AC,
    AC,
    WRONG_ANSWER: WA,
    WA,
    TIME_LIMIT_EXCEEDED: TLE,
    TIMELIMIT: TLE,
    TIME_LIMIT: TLE,
    TLE,
    RUN_TIME_ERROR: RTE,
    RUNTIME_ERROR: RTE,
    RUN_ERROR: RTE,
    RTE,
    WALL_TIME_LIMIT_EXCEEDED: ['WTL'],
    WALL_TIME_LIMIT: ['WTL'],
    WTL: ['WTL'],
    IDLENESS_LIMIT_EXCEEDED: ['ILE', 'WTL'],
    ILE: ['ILE'],
    MEMORY_LIMIT_EXCEEDED: ['MLE'],
    MEMORY_LIMIT: ['MLE'],
    MLE: ['MLE'],
    OUTPUT_LIMIT_EXCEEDED: ['OLE'],
    OUTPUT_LIMIT: ['OLE'],
    OLE: ['OLE'],
    COMPILE_ERROR: ['CE'],
    COMPILER_ERROR: ['CE'],
    COMPILATION_ERROR: ['CE'],
    COMPILE_TIME_ERROR: ['CE'],
    CE: ['CE'],
    NO_OUTPUT: ['NO', 'WA'],
    NO: ['NO', 'WA'],
    PRESENTATION_ERROR: ['PE', 'WA'],
    PE: ['PE', 'WA'],
    SECURITY_VIOLATION: ['SV', 'RTE'],
    SV: ['SV', 'RTE'],
  } satisfies Record<string, readonly Verdict[]>),
);

/** Verdicts meant by a name in any usual spelling (`Time-Limit`, `run_time_error`, `MLE`); null if none. */
export function verdictsByName(name: string): readonly Verdict[] | null {
  return (
    byName.get(
      name
        .trim()
        .toUpperCase()
        .replace(/[\s-]+/g, '_'),
    ) ?? null
  );
}

/** Final verdicts that a folder below submissions/ means; null when the folder says nothing. */
export function verdictsByFolder(folder: string): readonly Verdict[] | null {
  const name = folder.toLowerCase();
  if (name === 'partially_accepted') return AC;
  if (name === 'brute_force') return [...TLE, ...RTE];
  if (name === 'rejected') return [...WA, ...TLE, ...RTE];
  return verdictsByName(name);
}

/** Folders whose meaning is open until a tag or submissions.yaml says more. */
export function isOpenFolder(folder: string): boolean {
  return folder.toLowerCase() === 'rejected' || verdictsByFolder(folder) === null;
}

export interface ExpectedTag {
  verdicts: Verdict[];
  /** Names in the tag that are no verdict. */
  unknown: string[];
}

/** Verdicts of an `@EXPECTED_RESULTS@: A, B` comment; null when the text has none. */
export function readExpectedTag(text: string): ExpectedTag | null {
  const match = /@EXPECTED_RESULTS@:[ \t]*([^\r\n]*)/.exec(text);
  if (match === null) return null;
  // A comment may end on the same line.
  const [list = ''] = (match[1] ?? '').split(/\*\/|-->|\*\)|-\}|"""|'''/, 1);
  const verdicts = new Set<Verdict>();
  const unknown: string[] = [];
  for (const part of list.split(',')) {
    const name = part.trim();
    if (name === '') continue;
    const found = verdictsByName(name);
    if (found === null) unknown.push(name);
    else for (const verdict of found) verdicts.add(verdict);
  }
  return { verdicts: [...verdicts], unknown };
}
