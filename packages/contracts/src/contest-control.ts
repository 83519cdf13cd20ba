/** What those who run a contest change while it lives: its times, what is paused, what does not count. */
import { z } from 'zod';
import { contestSummarySchema } from './contest.ts';
import { changeContestRulesSchema, contestRulesSchema } from './contest-rules.ts';
import { maxContestProblems, problemLimitsSchema } from './problem-limits.ts';
import { idSchema, imageNameSchema, instantSchema, slugSchema } from './primitives.ts';
import { rankChangeSchema } from './rejudging.ts';

const confirm = z
  .boolean()
  .default(false)
  .describe('do it although it is dangerous; without it such a change is refused with what it would do');
const reason = z.string().trim().max(500).default('').describe('for those who look later');
const version = z
  .string()
  .max(64)
  .optional()
  .describe('that of a dry run: the change is refused where it would not do what was seen there');
const minutes = z.number().int().max(10_000);
/** Of the whole contest, or of one of its problems or of a language in it. */
const whereSchema = {
  problem: slugSchema.optional().describe('of this problem alone'),
  language: slugSchema.optional().describe('of this language alone'),
};

/** Teams that one request adds or removes. */
export const maxChangedTeams = 20_000;

/** PATCH /api/contests/:contest: what is left out stays as it is. */
export const changeContestRequestSchema = z
  .strictObject({
    name: z.string().min(1).max(200).optional(),
    shortName: z.string().min(1).max(64).optional(),
    startsAt: instantSchema.optional(),
    endsAt: instantSchema.optional(),
    freezesAt: instantSchema.nullable().optional(),
    thawsAt: instantSchema.nullable().optional(),
    activatesAt: instantSchema.nullable().optional(),
    deactivatesAt: instantSchema.nullable().optional(),
    public: z
      .boolean()
      .optional()
      .describe('false: only its teams and those who run it learn of the contest'),
    image: imageNameSchema
      .nullable()
      .optional()
      .describe('chroot image its submissions are compiled and run in; null: the judgehosts’ own system'),
    problems: z
      .array(
        z.strictObject({
          problem: slugSchema.describe('id of an imported problem'),
          label: z.string().regex(/^[A-Za-z0-9]{1,8}$/, 'must be 1–8 letters or digits, such as "A"'),
          colour: z
            .string()
            .regex(/^#[0-9a-f]{6}$/i, 'must be "#" and six hexadecimal digits, such as "#d1495b"')
            .toLowerCase(),
          ...problemLimitsSchema.shape,
        }),
      )
      .max(maxContestProblems)
      .optional()
      .describe('all of them, in their order; one that is left out is taken from the contest'),
    teams: z
      .strictObject({
        add: z.array(slugSchema).max(maxChangedTeams).default([]),
        remove: z.array(slugSchema).max(maxChangedTeams).default([]),
      })
      .optional()
      .describe('ids of teams that take part from now on, or no longer do'),
    penaltyMinutes: z.number().int().nonnegative().max(10_000).optional(),
    chargeCompileErrors: z.boolean().optional().describe('compile errors count as rejected tries'),
    rules: changeContestRulesSchema.optional(),
    reason,
    confirm,
    version,
  })
  .meta({ id: 'ChangeContestRequest' });
export type ChangeContestRequest = z.input<typeof changeContestRequestSchema>;

const action = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.strictObject({ action: z.literal(name), ...shape, reason, confirm, version });

/** POST /api/contests/:contest/actions */
export const contestActionRequestSchema = z
  .discriminatedUnion('action', [
    action('start-now', {}),
    action('stop-countdown', {}),
    action('resume-countdown', {}),
    action('set-start', {
      startsAt: instantSchema.describe('the length stays; a stopped countdown runs again'),
    }),
    action('freeze-now', {}),
    action('thaw', {}),
    action('end-now', {}),
    action('extend', { minutes: minutes.min(1) }),
    action('extra-time', { team: slugSchema, minutes: minutes.min(0).describe('0: none') }),
    action('remove-interval', { from: instantSchema, until: instantSchema }),
    action('restore-interval', { interval: idSchema }),
    action('submissions', { allowed: z.boolean(), ...whereSchema }),
    action('judging', { allowed: z.boolean(), ...whereSchema }),
    action('lock', {}),
    action('unlock', {}),
  ])
  .meta({ id: 'ContestActionRequest' });
export type ContestActionRequest = z.input<typeof contestActionRequestSchema>;
export type ContestAction = z.output<typeof contestActionRequestSchema>;

/** Query of both. */
export const dryRunQuerySchema = z.object({
  dryRun: z.literal('1').optional().describe('changes nothing and answers what the change would do'),
});

const switchesSchema = z.object({ allowSubmit: z.boolean(), allowJudging: z.boolean() });

/** What can be changed, as it is. */
export const contestStateSchema = contestSummarySchema
  .omit({ phase: true, extraTimeMs: true })
  .extend({
    ...switchesSchema.shape,
    rules: contestRulesSchema,
    lockedAt: instantSchema.nullable(),
    extraTimes: z.array(z.object({ team: z.string(), minutes: z.number() })),
    image: imageNameSchema.nullable(),
    problems: z.array(
      switchesSchema.extend({
        id: slugSchema,
        label: z.string(),
        name: z.string(),
        colour: z.string(),
        timeLimitMs: z.number().nullable().describe('decided for this contest; null: that of the package'),
        memoryMiB: z.number().nullable().describe('decided for this contest; null: that of the package'),
        packageLimits: z.object({ timeLimitMs: z.number(), memoryMiB: z.number() }),
      }),
    ),
    teamCount: z.number().int(),
    languages: z
      .array(switchesSchema.extend({ id: slugSchema }))
      .describe('those that are not as all others'),
  })
  .meta({ id: 'ContestState' });
export type ContestState = z.infer<typeof contestStateSchema>;

/** Answer of both: what the change does, or with `dryRun` would do. */
export const contestChangeAnswerSchema = z
  .object({
    applied: z.boolean(),
    version: z
      .string()
      .describe(
        'of the contest and of the kinds of dangers: sent with the change, it is made of these alone',
      ),
    dangers: z.array(z.string()).describe('sentences; with any of them the change needs `confirm`'),
    before: contestStateSchema,
    after: contestStateSchema,
    submissions: z.object({
      added: z.number().int().describe('count then and do not count now'),
      dropped: z.number().int().describe('count now and do not count then'),
      moved: z.number().int().describe('count before and after, with another contest time'),
    }),
    otherLimits: z
      .array(z.object({ problem: slugSchema, label: z.string(), submissions: z.number().int() }))
      .describe('submissions of teams that were judged under other limits than those of the change'),
    ranks: z
      .array(rankChangeSchema)
      .describe('teams with another rank, number of problems or penalty, on the scoreboard without a freeze'),
  })
  .meta({ id: 'ContestChangeAnswer' });
export type ContestChangeAnswer = z.infer<typeof contestChangeAnswerSchema>;

export const removedIntervalSchema = z.object({
  id: idSchema,
  from: instantSchema,
  until: instantSchema,
  reason: z.string(),
  removedBy: z.string().nullable(),
  removedAt: instantSchema,
  restoredBy: z.string().nullable(),
  restoredAt: instantSchema.nullable(),
});

/** GET /api/contests/:contest/control */
export const contestControlSchema = z
  .object({
    contest: contestSummarySchema,
    state: contestStateSchema,
    teams: z.array(z.object({ id: z.string(), name: z.string() })),
    intervals: z.array(removedIntervalSchema).describe('newest first, restored ones as well'),
    history: z
      .array(
        z.object({
          at: instantSchema,
          actor: z.string().nullable(),
          action: z.string(),
          details: z.record(z.string(), z.unknown()),
        }),
      )
      .describe('the last 100 changes, newest first'),
  })
  .meta({ id: 'ContestControl' });
export type ContestControl = z.infer<typeof contestControlSchema>;
