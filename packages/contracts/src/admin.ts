import { z } from 'zod';
import { changeContestRulesSchema } from './contest-rules.ts';
import { maxContestProblems, problemLimitsSchema } from './problem-limits.ts';
import { bytesSchema, idSchema, imageNameSchema, instantSchema, slugSchema } from './primitives.ts';
import { hostModeSchema, changeRestrictionsSchema } from './judgehost.ts';
import { accountRoleSchema } from './role.ts';
import { verdictSchema } from './verdict.ts';

/** Something the reader of a problem package noticed, for the problem setter. */
export const packageIssueSchema = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  file: z.string().describe('path in the package; empty for the package as a whole'),
  message: z.string(),
});
export type PackageIssue = z.infer<typeof packageIssueSchema>;

/** POST /api/admin/problems (multipart, one `file` part with the zip; optional `id` field): 201 imported, 200 unchanged. */
export const importProblemAnswerSchema = z
  .object({
    problemId: slugSchema,
    name: z.string(),
    /** Counts the imports of this problem that changed it, from 1. */
    version: z.number().int().positive(),
    unchanged: z.boolean(),
    testCount: z.number().int(),
    jurySubmissionCount: z.number().int(),
    bytes: bytesSchema.describe('of all files of this version'),
    warnings: z.array(packageIssueSchema),
  })
  .meta({ id: 'ImportProblemAnswer' });
export type ImportProblemAnswer = z.infer<typeof importProblemAnswerSchema>;

/** GET /api/admin/problems */
export const adminProblemSchema = z.object({
  id: slugSchema,
  name: z.string(),
  version: z.number().int(),
  importedAt: instantSchema,
  testCount: z.number().int(),
  jurySubmissionCount: z.number().int(),
  timeLimitMs: z.number().int(),
  contests: z.array(z.string()),
});
export type AdminProblem = z.infer<typeof adminProblemSchema>;

export const contestTeamDefinitionSchema = z.object({
  id: slugSchema,
  name: z.string().trim().min(1).max(200),
  affiliation: z
    .string()
    .trim()
    .max(200)
    .nullable()
    .optional()
    .describe('name of its organisation: that with this name and country, else a new one; omitted: stays'),
  country: z
    .string()
    .trim()
    .max(64)
    .nullable()
    .optional()
    .describe('of the organisation, or of the team where it has none; omitted: stays'),
  category: z
    .string()
    .trim()
    .max(200)
    .nullable()
    .optional()
    .describe(
      'name of its first group, which is made where there is none; null: without its first group; its other groups, hidden ones and those of guests stay; omitted: stays',
    ),
});

/** A request that leaves a field out changes nothing of a running contest. */
const stays = (ofNew: string): string => `omitted: stays as it is; of a new contest: ${ofNew}`;

/** POST /api/admin/contests: creates the contest or replaces its definition. GET /api/admin/contests/:contest answers with it. */
export const contestDefinitionSchema = z
  .object({
    id: slugSchema,
    name: z.string().min(1).max(200),
    /** Omitted: the name. */
    shortName: z.string().min(1).max(64).optional(),
    startsAt: instantSchema,
    endsAt: instantSchema,
    freezesAt: instantSchema.nullable().optional().describe(stays('no freeze')),
    thawsAt: instantSchema.nullable().optional().describe(stays('the scoreboard thaws at no time')),
    activatesAt: instantSchema
      .nullable()
      .optional()
      .describe(`before it only those who run the contest see it; ${stays('it is seen at once')}`),
    deactivatesAt: instantSchema
      .nullable()
      .optional()
      .describe(`from then on only those who run the contest see it; ${stays('it stays')}`),
    public: z
      .boolean()
      .optional()
      .describe(`false: only its teams and those who run it learn of the contest; ${stays('true')}`),
    chargeCompileErrors: z.boolean().optional().describe(stays('false')),
    penaltyMinutes: z.number().int().nonnegative().max(10_000).optional().describe(stays('20')),
    rules: changeContestRulesSchema.optional().describe(stays('those of ICPC')),
    image: imageNameSchema
      .nullable()
      .optional()
      .describe(
        `chroot image its submissions are compiled and run in; null: the judgehosts’ own system; ${stays('null')}`,
      ),
    problems: z
      .array(
        z.object({
          label: z.string().regex(/^[A-Za-z0-9]{1,8}$/, 'must be 1–8 letters or digits, such as "A"'),
          problem: slugSchema.describe('id of an imported problem'),
          colour: z
            .string()
            .regex(/^#[0-9a-f]{6}$/i, 'must be "#" and six hexadecimal digits, such as "#d1495b"')
            .toLowerCase(),
          ...problemLimitsSchema.shape,
        }),
      )
      .max(maxContestProblems)
      .optional()
      .describe(stays('none')),
    teams: z.array(contestTeamDefinitionSchema).optional().describe(stays('none')),
  })
  .meta({ id: 'ContestDefinition' });
export type ContestDefinition = z.input<typeof contestDefinitionSchema>;
/** As it is read: every field is there that has a default. */
export type ReadContestDefinition = z.output<typeof contestDefinitionSchema>;

/** Query of POST /api/admin/contests. */
export const defineContestQuerySchema = z.object({
  confirm: z
    .string()
    .regex(
      /^(removal(:\d{1,9})?(,dangers(:[0-9a-f]{16})?)?|dangers(:[0-9a-f]{16})?)$/,
      'must be "removal", or "removal:" and a number of submissions; "dangers", or "dangers:" and a version; or both with a comma between',
    )
    .optional()
    .describe(
      'leave out teams and problems that have submissions, change times or penalties although that is dangerous: in any case, or what a refusal said, by its `confirm`',
    ),
});

export const accountDefinitionSchema = z.object({
  username: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/, 'must be 1–64 letters, digits or ._@-'),
  password: z.string().min(6, 'must have at least 6 characters').max(256),
  role: accountRoleSchema,
  teamId: slugSchema.nullable().default(null),
  /** Omitted: the username. */
  displayName: z.string().trim().min(1).max(200).optional(),
  mustChangePassword: z.boolean().default(false).describe('at the next login'),
});

/** POST /api/admin/users: makes accounts; a username that exists gets the new password, role, team and name. */
export const createUsersRequestSchema = z.object({
  users: z.array(accountDefinitionSchema).min(1, 'at least one user is needed').max(5000),
});
export type CreateUsersRequest = z.input<typeof createUsersRequestSchema>;
export const createUsersAnswerSchema = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  users: z.array(z.object({ id: z.string(), username: z.string() })),
});
export type CreateUsersAnswer = z.infer<typeof createUsersAnswerSchema>;

/** POST /api/admin/judgehosts: a name that exists gets a new token and loses the old one. */
export const createJudgehostRequestSchema = z.object({ name: slugSchema });
export const createJudgehostAnswerSchema = z.object({
  id: z.string(),
  name: z.string(),
  token: z.string().describe('shown once: only its hash is kept'),
});
export type CreateJudgehostAnswer = z.infer<typeof createJudgehostAnswerSchema>;

/** PATCH /api/judgehosts/:id: what is left out stays as it is. */
export const changeJudgehostRequestSchema = z
  .strictObject({
    enabled: z.boolean().optional().describe('short for mode "on" or "off"'),
    mode: hostModeSchema.optional(),
    reason: z.string().trim().max(500).optional().describe('of the mode, for those who look later'),
    restrictions: changeRestrictionsSchema
      .optional()
      .describe('lists that are left out stay as they are; null: all of that kind'),
  })
  .refine(({ enabled, mode }) => enabled === undefined || mode === undefined, {
    path: ['mode'],
    message: 'must not be given together with "enabled"',
  });
export type ChangeJudgehostRequest = z.input<typeof changeJudgehostRequestSchema>;

/** POST /api/admin/registration-tokens: lets one host join by itself, once. */
export const createRegistrationTokenRequestSchema = z.strictObject({
  name: slugSchema.nullable().default(null).describe('the only name the host may take; null: its choice'),
  minutes: z
    .number()
    .int()
    .min(1)
    .max(7 * 24 * 60)
    .default(60)
    .describe('until it expires'),
});
export type CreateRegistrationTokenRequest = z.input<typeof createRegistrationTokenRequestSchema>;
export const createRegistrationTokenAnswerSchema = z.object({
  id: idSchema,
  name: z.string().nullable(),
  token: z.string().describe('shown once: only its hash is kept'),
  expiresAt: instantSchema,
});
export type CreateRegistrationTokenAnswer = z.infer<typeof createRegistrationTokenAnswerSchema>;

/** GET /api/admin/registration-tokens */
export const registrationTokenSchema = z
  .object({
    id: idSchema,
    name: z.string().nullable(),
    createdBy: z.string().nullable(),
    createdAt: instantSchema,
    expiresAt: instantSchema,
    usedAt: instantSchema.nullable(),
    usedBy: z.string().nullable().describe('name of the host that joined'),
  })
  .meta({ id: 'RegistrationToken' });
export type RegistrationToken = z.infer<typeof registrationTokenSchema>;

/** POST /api/judgehost/join with a registration token: the host’s own credential. */
export const joinRequestSchema = z.strictObject({
  token: z.string().min(16, 'must be the registration token').max(256),
  name: slugSchema,
});
export const joinAnswerSchema = createJudgehostAnswerSchema;

/** POST /api/admin/contests/:contest/jury-submissions: which of the packages' submissions to judge; all by default. */
export const jurySubmissionsRequestSchema = z.object({
  problems: z.array(z.string().max(64)).max(1000).optional().describe('labels'),
});
export const jurySubmissionsAnswerSchema = z.object({
  submissions: z.array(
    z.object({
      id: idSchema,
      problem: z.string(),
      path: z.string(),
      language: z.string(),
      expected: z.array(verdictSchema),
    }),
  ),
  skipped: z.array(z.object({ problem: z.string(), path: z.string(), reason: z.string() })),
});
export type JurySubmissionsAnswer = z.infer<typeof jurySubmissionsAnswerSchema>;

/** GET /api/admin/locks: whose logins are refused now, and why. */
export const loginLockSchema = z.object({
  kind: z
    .enum(['address', 'account', 'pair', 'browser'])
    .describe(
      'what is refused: an address, with any name; an account, at addresses where it was never used; an account from one address; an account with one browser that it was used with',
    ),
  state: z.enum(['waiting', 'locked']),
  username: z.string().nullable().describe('as it was typed; null: any'),
  exists: z.boolean().nullable().describe('whether there is such an account; null: any name'),
  address: z.string().nullable().describe('an address or, of IPv6, a network (/64); null: any'),
  failures: z.number().int(),
  since: instantSchema.describe('the first of these failures'),
  until: instantSchema,
  from: z.array(z.string()).describe('of an account: where most of its failures came from'),
});
export type LoginLock = z.infer<typeof loginLockSchema>;
export const locksAnswerSchema = z.object({ locks: z.array(loginLockSchema) });
export type LocksAnswer = z.infer<typeof locksAnswerSchema>;

/** DELETE /api/admin/locks: of a name, of an address, or of a name from an address. */
export const openLocksQuerySchema = z
  .object({
    username: z.string().min(1).max(64).optional(),
    address: z.string().min(1).max(64).optional(),
  })
  .refine(({ username, address }) => username !== undefined || address !== undefined, {
    message: 'must name an account, an address, or both',
    path: ['username'],
  });
export const openLocksAnswerSchema = z.object({
  opened: z.number().int().describe('counters of failures that were emptied'),
});
export type OpenLocksAnswer = z.infer<typeof openLocksAnswerSchema>;
