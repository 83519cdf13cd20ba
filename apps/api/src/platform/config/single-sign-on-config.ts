/** Settings of logins that somebody else vouches for: a proxy with a header, an OpenID provider. Both are off by default. */
import { accountRoles, accountRoleSchema, type AccountRole } from '@sandglass/contracts';
import { z } from 'zod';
import { proxiesOf, proxyTroubles } from './trusted-proxies.ts';

export interface LoginHeaderConfig {
  /** In lower case. */
  readonly name: string;
  /** Addresses and networks of those that may say it, as the api itself sees them. */
  readonly from: readonly string[];
  readonly roles: readonly AccountRole[];
}

export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client, which PKCE alone protects. */
  readonly clientSecret: string | null;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
  readonly scope: string;
  /** The claim that is the username. */
  readonly claim: string;
  readonly roles: readonly AccountRole[];
  /** In which teams are made for those who have no account; null: none are. */
  readonly group: string | null;
  /** On the button. */
  readonly name: string;
}

export interface SingleSignOnConfig {
  readonly header: LoginHeaderConfig | null;
  readonly oidc: OidcConfig | null;
}

const roles = z
  .string()
  .default('contestant')
  .transform((text, context) => {
    const found: AccountRole[] = [];
    for (const word of text.split(',').map((one) => one.trim())) {
      const role = accountRoleSchema.safeParse(word);
      if (role.success) found.push(role.data);
      else
        context.addIssue({
          code: 'custom',
          message: `"${word}" is no role: roles are ${accountRoles.join(', ')}`,
        });
    }
    return found;
  });

const address = (what: string) =>
  z
    .string()
    .refine(isSafeAddress, `must be ${what}, with https; http is for this machine only`)
    .transform(withoutLastSlashes)
    .optional();

/** Not by a regular expression, which would try each of many slashes. */
function withoutLastSlashes(text: string): string {
  let end = text.length;
  while (text.endsWith('/', end)) end -= 1;
  return text.slice(0, end);
}

/** Parts of the environment's schema. */
export const singleSignOnEnvironment = {
  SANDGLASS_PUBLIC_URL: address('the address of this site, such as https://judge.example.org'),
  SANDGLASS_LOGIN_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header, such as X-Remote-User')
    .toLowerCase()
    .refine(
      (name) => !['authorization', 'cookie', 'host'].includes(name) && !name.startsWith('x-forwarded'),
      'must be a header of its own',
    )
    .optional(),
  SANDGLASS_LOGIN_HEADER_FROM: z
    .string()
    .default('')
    .superRefine((text, context) => {
      for (const message of proxyTroubles(text)) context.addIssue({ code: 'custom', message });
    }),
  SANDGLASS_LOGIN_HEADER_ROLES: roles,
  SANDGLASS_OIDC_ISSUER: address('the address of the OpenID provider'),
  SANDGLASS_OIDC_CLIENT_ID: z.string().max(300).optional(),
  SANDGLASS_OIDC_CLIENT_SECRET: z.string().max(1000).optional(),
  SANDGLASS_OIDC_SCOPE: z
    .string()
    .regex(/(^| )openid( |$)/, 'must have the scope "openid"')
    .default('openid profile'),
  SANDGLASS_OIDC_CLAIM: z
    .string()
    .regex(/^[A-Za-z0-9_:/.-]{1,200}$/, 'must be the name of a claim, such as preferred_username')
    .default('preferred_username'),
  SANDGLASS_OIDC_ROLES: roles,
  SANDGLASS_OIDC_GROUP: z
    .string()
    .regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,63}$/, 'must be the id of a group')
    .optional(),
  SANDGLASS_OIDC_NAME: z.string().max(60).default('single sign-on'),
} as const;

const schema = z.object(singleSignOnEnvironment);

export function readSingleSignOn(env: z.output<typeof schema>): {
  singleSignOn: SingleSignOnConfig;
  troubles: string[];
} {
  const troubles: string[] = [];
  const header = headerOf(env, troubles);
  const oidc = oidcOf(env, troubles);
  return { singleSignOn: { header, oidc }, troubles };
}

function headerOf(env: z.output<typeof schema>, troubles: string[]): LoginHeaderConfig | null {
  const name = env.SANDGLASS_LOGIN_HEADER;
  const from = proxiesOf(env.SANDGLASS_LOGIN_HEADER_FROM);
  if (name === undefined) return null;
  if (from !== false) return { name, from, roles: env.SANDGLASS_LOGIN_HEADER_ROLES };
  troubles.push(
    'SANDGLASS_LOGIN_HEADER_FROM: must name the addresses of the proxies that set SANDGLASS_LOGIN_HEADER, such as 10.0.0.5',
  );
  return null;
}

function oidcOf(env: z.output<typeof schema>, troubles: string[]): OidcConfig | null {
  const issuer = env.SANDGLASS_OIDC_ISSUER;
  if (issuer === undefined) return null;
  const clientId = env.SANDGLASS_OIDC_CLIENT_ID;
  const publicUrl = env.SANDGLASS_PUBLIC_URL;
  if (clientId === undefined)
    troubles.push('SANDGLASS_OIDC_CLIENT_ID: must be given with SANDGLASS_OIDC_ISSUER');
  if (publicUrl === undefined)
    troubles.push(
      'SANDGLASS_PUBLIC_URL: must be given with SANDGLASS_OIDC_ISSUER: the provider sends browsers back to it',
    );
  if (clientId === undefined || publicUrl === undefined) return null;
  return {
    issuer,
    clientId,
    clientSecret: env.SANDGLASS_OIDC_CLIENT_SECRET ?? null,
    redirectUri: `${publicUrl}/api/session/oidc/callback`,
    scope: env.SANDGLASS_OIDC_SCOPE,
    claim: env.SANDGLASS_OIDC_CLAIM,
    roles: env.SANDGLASS_OIDC_ROLES,
    group: env.SANDGLASS_OIDC_GROUP ?? null,
    name: env.SANDGLASS_OIDC_NAME,
  };
}

/** Who can read a connection without TLS could log in as anybody. */
function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.search !== '' || url.hash !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
}
