import { z } from 'zod';
import { accountDefinitionSchema } from './admin.ts';
import { loginAddressesSchema } from './login-addresses.ts';
import { idSchema, instantSchema, sha256Schema } from './primitives.ts';
import { accountRoleSchema } from './role.ts';

/** GET /api/admin/accounts: in the order of their usernames. */
export const accountSchema = z
  .object({
    id: idSchema,
    username: z.string(),
    displayName: z.string(),
    role: accountRoleSchema,
    teamId: z.string().nullable(),
    teamName: z.string().nullable(),
    enabled: z.boolean(),
    hasPassword: z.boolean().describe('false: nobody can log in until a password is made'),
    mustChangePassword: z
      .boolean()
      .describe('the next login with the password can do nothing before it is changed'),
    lastLoginAt: instantSchema.nullable(),
    lastLoginFrom: z.string().nullable(),
    sessions: z.number().int().describe('browsers that are logged in'),
    addresses: z.array(z.string()).describe('from where it may log in without a password'),
    boundAddress: z.string().nullable().describe('logins from elsewhere are refused'),
    boundAt: instantSchema.nullable(),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof accountSchema>;
export const accountsAnswerSchema = z.object({ accounts: z.array(accountSchema) });
export type AccountsAnswer = z.infer<typeof accountsAnswerSchema>;

/** PATCH /api/admin/accounts/:id: what is left out stays as it is. */
export const changeAccountRequestSchema = z.strictObject({
  displayName: z.string().trim().min(1, 'must not be empty').max(200).optional(),
  role: accountRoleSchema.optional(),
  teamId: accountDefinitionSchema.shape.teamId.unwrap().optional(),
  enabled: z.boolean().optional(),
  password: accountDefinitionSchema.shape.password.optional(),
  addresses: loginAddressesSchema.optional(),
  mustChangePassword: z.boolean().optional(),
});
export type ChangeAccountRequest = z.infer<typeof changeAccountRequestSchema>;

/** GET /api/admin/accounts/:id/sessions: the latest first. */
export const accountSessionSchema = z.object({
  id: sha256Schema,
  createdAt: instantSchema,
  expiresAt: instantSchema,
  address: z.string(),
  userAgent: z.string(),
  own: z.boolean().describe('the session that asks'),
});
export type AccountSession = z.infer<typeof accountSessionSchema>;
export const accountSessionsAnswerSchema = z.object({ sessions: z.array(accountSessionSchema) });
export type AccountSessionsAnswer = z.infer<typeof accountSessionsAnswerSchema>;

/** POST /api/admin/accounts/passwords: new ones, which can be read aloud; the old ones are of no use any more. */
export const makePasswordsRequestSchema = z.strictObject({
  accounts: z.array(idSchema).min(1, 'at least one account is needed').max(5000),
  mustChange: z.boolean().default(false).describe('each must be changed at the next login'),
});
export const makePasswordsAnswerSchema = z
  .object({
    passwords: z
      .array(
        z.object({
          username: z.string(),
          displayName: z.string(),
          password: z.string(),
          team: z
            .object({
              id: z.string(),
              name: z.string(),
              label: z.string().nullable(),
              affiliation: z.string().nullable(),
              location: z.string().nullable(),
            })
            .nullable(),
        }),
      )
      .describe('shown once: only their hashes are kept'),
  })
  .meta({ id: 'MakePasswordsAnswer' });
export type MakePasswordsAnswer = z.infer<typeof makePasswordsAnswerSchema>;

/** GET /api/accounts/bindings: accounts that are bound to an address, the latest first. */
export const boundAccountSchema = z
  .object({
    id: idSchema,
    username: z.string(),
    displayName: z.string(),
    teamName: z.string().nullable(),
    boundAddress: z.string(),
    boundAt: instantSchema,
  })
  .meta({ id: 'BoundAccount' });
export type BoundAccount = z.infer<typeof boundAccountSchema>;
export const boundAccountsAnswerSchema = z.object({ accounts: z.array(boundAccountSchema) });

/** DELETE /api/accounts/bindings: of one account, or of all of them. */
export const releaseQuerySchema = z.strictObject({
  username: accountDefinitionSchema.shape.username.optional().describe('left out: all accounts'),
});
export const releaseAnswerSchema = z.object({ released: z.number().int() });
