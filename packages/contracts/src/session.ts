import { z } from 'zod';
import { passwordSchema } from './people.ts';
import { instantSchema } from './primitives.ts';
import { accountRoleSchema } from './role.ts';

/**
 * A page names the account that it was made for. The api refuses the request where the browser is logged in as another one
 * by now, which a login in another tab does: nothing is read or sent in a name that the page does not show.
 */
export const accountHeader = 'x-account-id';

export const loginRequestSchema = z.object({
  username: z
    .string()
    .min(1, 'must not be empty')
    .max(64)
    .refine((name) => !name.includes('\0'), 'must not have NUL characters'),
  password: z.string().min(1, 'must not be empty').max(256),
});
export type LoginRequest = z.infer<typeof loginRequestSchema>;

/** Who is logged in, and when and from where the account was used before. */
export const sessionSchema = z
  .object({
    user: z.object({
      id: z.string(),
      username: z.string(),
      displayName: z.string(),
      role: accountRoleSchema,
      teamId: z.string().nullable(),
      teamName: z.string().nullable(),
    }),
    mustChangePassword: z.boolean().describe('everything else is refused until the password is changed'),
    lastLogin: z.object({ at: instantSchema, from: z.string() }).nullable(),
    /** Sent back in the `x-csrf-token` header of every changing request made with the cookie. */
    csrfToken: z.string(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof sessionSchema>;

/** PUT /api/session/password: by its owner. */
export const changePasswordRequestSchema = z.strictObject({
  current: z.string().min(1, 'must not be empty').max(256),
  password: passwordSchema,
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequestSchema>;

/** GET /api/session: `null` for a visitor. */
export const sessionAnswerSchema = z.object({ session: sessionSchema.nullable(), serverTime: instantSchema });
export type SessionAnswer = z.infer<typeof sessionAnswerSchema>;

/** GET /api/session/address: who may log in without a password from where the request comes. */
export const addressOfferSchema = z
  .object({
    accounts: z
      .array(
        z.object({ username: z.string(), name: z.string().describe('of the team, else of the account') }),
      )
      .describe('ten at most'),
    auto: z.boolean().describe('there is one account, and its group asks to log in at once'),
  })
  .meta({ id: 'AddressOffer' });
export type AddressOffer = z.infer<typeof addressOfferSchema>;

/** POST /api/session/address */
export const addressLoginRequestSchema = loginRequestSchema.pick({ username: true });
export type AddressLoginRequest = z.infer<typeof addressLoginRequestSchema>;

/** GET /api/session/options: what the login page offers beside username and password. */
export const loginOptionsSchema = z
  .object({
    registration: z.boolean().describe('teams may register themselves for some group'),
    header: z
      .object({ username: z.string(), name: z.string().describe('of the team, else of the account') })
      .nullable()
      .describe('whom a trusted proxy names'),
    oidc: z.object({ name: z.string() }).nullable().describe('what the button is called'),
  })
  .meta({ id: 'LoginOptions' });
export type LoginOptions = z.infer<typeof loginOptionsSchema>;

/** Why a login at an OpenID provider came back without a session: in the address of the login page. */
export const signOnProblems = [
  'expired',
  'denied',
  'failed',
  'unavailable',
  'unknown',
  'bound',
  'name',
] as const;
export const signOnProblemSchema = z.enum(signOnProblems);
export type SignOnProblem = z.infer<typeof signOnProblemSchema>;
