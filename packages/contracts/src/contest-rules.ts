/** How a contest is judged, ranked and shown. Penalty minutes, and whether compile errors cost them, are fields of the contest. */
import { z } from 'zod';
import { slugSchema } from './primitives.ts';
import { verdictIds, type Verdict } from './verdict.ts';

/** What a judging of a program that is not accepted may end with. */
export const failingVerdictSchema = z.enum(
  verdictIds.filter((id): id is Exclude<Verdict, 'AC' | 'JE'> => id !== 'AC' && id !== 'JE'),
);
export type FailingVerdict = z.infer<typeof failingVerdictSchema>;

const mostEntries = 500;
/** By id, of problems or languages. */
function byId<Value extends z.ZodType>(value: Value) {
  return z.record(slugSchema, value).refine((record) => Object.keys(record).length <= mostEntries, {
    message: `must have at most ${String(mostEntries)} entries`,
  });
}

export const judgingExtentSchema = z.enum(['lazy', 'full']);
export type JudgingExtent = z.infer<typeof judgingExtentSchema>;

export const submissionWindowSchema = z.strictObject({
  count: z.number().int().min(1).max(100_000),
  seconds: z
    .union([
      z
        .number()
        .int()
        .min(1)
        .max(7 * 24 * 3600),
      z.literal('contest'),
    ])
    .describe('within which a team may hand in that often'),
});
export type SubmissionWindow = z.infer<typeof submissionWindowSchema>;

export const contestRulesSchema = z
  .strictObject({
    penaltyUnit: z
      .enum(['minutes', 'seconds'])
      .describe('in what penalties and the last solve of a tie are counted; of a started one nothing counts'),
    tieBreak: z
      .enum(['last-solve', 'run-time', 'none'])
      .describe(
        'who is first of teams with equal problems and penalty: with the earlier last solve, with the smaller sum of CPU times of solved problems (of each the slowest test of the submission that solved it), or nobody',
      ),
    judging: judgingExtentSchema.describe(
      'lazy: a judging stops at its first failing test; full: all tests are run',
    ),
    judgingOf: byId(judgingExtentSchema).describe('of single problems, by id; others as `judging` says'),
    resultPriority: z
      .array(failingVerdictSchema)
      .max(failingVerdictSchema.options.length)
      .refine((list) => new Set(list).size === list.length, { message: 'must name each verdict once' })
      .describe(
        'where all tests are run: which verdict of failing tests counts, the first of these before the second, those that are not named last; of equal ones the first failing test decides. Of judgings made from then on',
      ),
    remap: z
      .partialRecord(failingVerdictSchema, failingVerdictSchema)
      .describe('what teams, the public and the scoreboard take a verdict for; the jury sees both'),
    compileOutput: z
      .enum(['never', 'on-error', 'always'])
      .describe('when a team sees what the compiler said of its own program'),
    sampleOutputs: z
      .boolean()
      .describe('whether a team sees the output of its program for the samples, and where it differs'),
    teamMessages: z
      .boolean()
      .describe('whether a team sees what the validator wrote for it (`teammessage.txt`)'),
    testResults: z
      .enum(['none', 'count', 'samples', 'all'])
      .describe(
        'what a team sees of single tests: nothing, how many are done, the results of the samples, or of all tests',
      ),
    lateSubmissions: z
      .enum(['refused', 'too-late', 'judged'])
      .describe(
        'submissions after the end: refused; accepted and judged, and the team sees only that it was too late; accepted and judged, and the team sees the verdict. They never count',
      ),
    submissionRate: z
      .array(submissionWindowSchema)
      .max(8)
      .nullable()
      .describe(
        'how often a team may hand in; every window holds; empty: any number; null: as the installation says',
      ),
    languages: z
      .array(slugSchema)
      .min(1, 'must name a language, or be null')
      .max(mostEntries)
      .nullable()
      .describe('ids of those that teams may use; null: all'),
    timeFactors: byId(z.number().min(0.1).max(100)).describe(
      'CPU time limits of a language, by its id, are multiplied with it, in judgings made from then on',
    ),
  })
  .meta({ id: 'ContestRules' });
export type ContestRules = z.infer<typeof contestRulesSchema>;

/** In a change and in a definition: a rule that is left out stays as it is. */
export const changeContestRulesSchema = contestRulesSchema.partial().meta({ id: 'ChangeContestRules' });
export type ChangeContestRules = z.infer<typeof changeContestRulesSchema>;

/** Those of ICPC. */
export const defaultContestRules: ContestRules = {
  penaltyUnit: 'minutes',
  tieBreak: 'last-solve',
  judging: 'lazy',
  judgingOf: {},
  resultPriority: [],
  remap: {},
  compileOutput: 'always',
  sampleOutputs: false,
  teamMessages: false,
  testResults: 'samples',
  lateSubmissions: 'refused',
  submissionRate: null,
  languages: null,
  timeFactors: {},
};

/** Of what is stored: a rule that was not there when it was written has its default. */
export function contestRulesOf(stored: unknown): ContestRules {
  return withRules(defaultContestRules, changeContestRulesSchema.parse(stored));
}

/** A rule that is left out stays as it is. */
export function withRules(rules: ContestRules, change: ChangeContestRules = {}): ContestRules {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return contestRulesSchema.parse({ ...rules, ...Object.fromEntries(given) });
}
