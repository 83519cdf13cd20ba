/** submissions/submissions.yaml of the 2025-09 format. */
import type { Verdict } from '@sandglass/contracts';
import { z } from 'zod';
import { compilePattern } from './glob.ts';
import { personNames, personsSchema } from './metadata-2025-09.ts';
import type { Issue, TestDemand } from './model.ts';
import { readText } from './text.ts';
import type { PackageTree } from './tree.ts';
import { verdictsByName } from './verdict-names.ts';
import { checkYaml, parseYaml } from './yaml-file.ts';

const file = 'submissions/submissions.yaml';

const verdict = z
  .string({ error: 'must be one of AC, WA, TLE, RTE' })
  .refine((name) => verdictsByName(name) !== null, {
    error: 'must be one of AC, WA, TLE, RTE (or a finer id: WTL, MLE, OLE)',
  });
const verdicts = z.array(verdict, { error: 'must be a list of verdicts such as [AC, TLE]' });

const demandShape = {
  permitted: verdicts.optional(),
  required: verdicts.optional(),
  message: z.string({ error: 'must be a string' }).optional(),
  score: z
    .union([z.number(), z.array(z.number()).length(2)], { error: 'must be a number or a list of two' })
    .optional(),
  use_for_time_limit: z
    .union([z.boolean(), z.enum(['lower', 'upper'])], { error: 'must be true, false, lower or upper' })
    .optional(),
};
const demandSchema = z.strictObject(demandShape, {
  error: 'must be a map with permitted, required, message, score, use_for_time_limit',
});
const ruleSchema = z
  .object(
    {
      ...demandShape,
      language: z.string({ error: 'must be a language id' }).optional(),
      entrypoint: z.string({ error: 'must be a string' }).optional(),
      authors: personsSchema.optional(),
      model_solution: z.boolean({ error: 'must be true or false' }).optional(),
    },
    { error: 'must be a map' },
  )
  // Any other key is a test group or a pattern of test cases.
  .catchall(demandSchema);
/** Patterns are tried on every submission and every test case: their number is bounded. */
const patternLimit = 500;
const rulesSchema = z
  .record(z.string(), ruleSchema, { error: 'must be a map from patterns to settings' })
  .refine(
    (rules) => Object.values(rules).reduce((sum, rule) => sum + Object.keys(rule).length, 0) <= patternLimit,
    { error: `must have at most ${patternLimit} settings` },
  );

type Rule = z.infer<typeof ruleSchema>;
type Demand = z.infer<typeof demandSchema>;

const ownKeys = new Set(Object.keys(ruleSchema.shape));

/** What the format says of its folders unless submissions.yaml says otherwise. */
const defaults: Readonly<Record<string, { permitted?: string[]; required?: string[] }>> = {
  accepted: { permitted: ['AC'] },
  rejected: { required: ['RTE', 'TLE', 'WA'] },
  wrong_answer: { permitted: ['AC', 'WA'], required: ['WA'] },
  time_limit_exceeded: { permitted: ['AC', 'TLE'], required: ['TLE'] },
  run_time_error: { permitted: ['AC', 'RTE'], required: ['RTE'] },
  brute_force: { permitted: ['AC', 'RTE', 'TLE'], required: ['RTE', 'TLE'] },
};

export interface SubmissionFacts {
  language: string | null;
  entryPoint: string | null;
  authors: string[];
  isModelSolution: boolean;
  demands: TestDemand[];
  /** submissions.yaml itself (not only the folder's default) demands something. */
  hasOwnDemands: boolean;
}

export interface SubmissionRules {
  factsFor(path: string): SubmissionFacts;
  /** Patterns that match none of these submissions. */
  unmatched(paths: readonly string[]): string[];
}

function expand(names: readonly string[] | undefined): Verdict[] | null {
  if (names === undefined) return null;
  return [...new Set(names.flatMap((name) => verdictsByName(name) ?? []))];
}

function toDemand(tests: string | null, raw: Demand): TestDemand | null {
  // upper and lower are the format's short forms of these two demands.
  const required = raw.required ?? (raw.use_for_time_limit === 'upper' ? ['TLE'] : undefined);
  const permitted = raw.permitted ?? (raw.use_for_time_limit === 'lower' ? ['AC', 'WA', 'RTE'] : undefined);
  if (required === undefined && permitted === undefined && raw.message === undefined) return null;
  return { tests, permitted: expand(permitted), required: expand(required), message: raw.message ?? null };
}

function demandsOf(rule: Rule): TestDemand[] {
  const found = [toDemand(null, pickDemand(rule))];
  for (const [key, value] of Object.entries(rule)) {
    if (!ownKeys.has(key)) found.push(toDemand(key, value as Demand));
  }
  return found.filter((demand) => demand !== null);
}

function pickDemand(rule: Rule): Demand {
  return {
    permitted: rule.permitted,
    required: rule.required,
    message: rule.message,
    use_for_time_limit: rule.use_for_time_limit,
  };
}

class Rules implements SubmissionRules {
  readonly #stated: { pattern: string; matches: (path: string) => boolean; rule: Rule }[];

  constructor(stated: Record<string, Rule>) {
    this.#stated = Object.entries(stated).map(([pattern, rule]) => ({
      pattern,
      matches: compilePattern(pattern),
      rule,
    }));
  }

  factsFor(path: string): SubmissionFacts {
    const below = path.slice('submissions/'.length);
    const folder = below.slice(0, below.indexOf('/'));
    const demands: TestDemand[] = [];
    const facts: SubmissionFacts = {
      language: null,
      entryPoint: null,
      authors: [],
      isModelSolution: false,
      demands,
      hasOwnDemands: false,
    };
    const folderDefault = defaults[folder];
    const overridden = this.#stated.find(({ pattern }) => pattern === folder)?.rule;
    if (folderDefault !== undefined) {
      // Naming the folder itself replaces single keys of its default.
      const merged = toDemand(null, {
        permitted: overridden?.permitted ?? folderDefault.permitted,
        required: overridden?.required ?? folderDefault.required,
        message: overridden?.message,
        use_for_time_limit: overridden?.use_for_time_limit,
      });
      if (merged !== null) demands.push(merged);
    }
    for (const { pattern, matches, rule } of this.#stated) {
      if (!matches(below)) continue;
      facts.language = rule.language ?? facts.language;
      facts.entryPoint = rule.entrypoint ?? facts.entryPoint;
      facts.authors = rule.authors === undefined ? facts.authors : personNames(rule.authors);
      facts.isModelSolution = rule.model_solution ?? facts.isModelSolution;
      const own = demandsOf(rule);
      if (own.length > 0) facts.hasOwnDemands = true;
      const replacesDefault = pattern === folder && folderDefault !== undefined;
      demands.push(...(replacesDefault ? own.filter((demand) => demand.tests !== null) : own));
    }
    return facts;
  }

  unmatched(paths: readonly string[]): string[] {
    const below = paths.map((path) => path.slice('submissions/'.length));
    return this.#stated
      .filter(({ pattern, matches }) => defaults[pattern] === undefined && !below.some(matches))
      .map(({ pattern }) => pattern);
  }
}

/** Rules of the package; only the folders' defaults when there is no submissions.yaml. */
export async function readSubmissionRules(
  tree: PackageTree,
  limitBytes: number,
  issues: Issue[],
): Promise<SubmissionRules> {
  if (!tree.has(file)) return new Rules({});
  const { text, issues: found } = await readText(tree, file, limitBytes);
  issues.push(...found);
  return new Rules(checkYaml(parseYaml(text, file), rulesSchema));
}
