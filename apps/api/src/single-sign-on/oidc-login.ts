/** A login at the OpenID provider, from the button to the account. */
import { accountOfPeopleSchema, type AccountRole, type SignOnProblem } from '@sandglass/contracts';
import { hasInvisible } from '@sandglass/domain';
import type { FastifyRequest } from 'fastify';
import { AuthorizationResponseError } from 'openid-client';
import { actorOf } from '../audit/audit-log.ts';
import type { Units } from '../events/unit-of-work.ts';
import type { OidcConfig } from '../platform/config/single-sign-on-config.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/lib/log.ts';
import { LoginStates, loginStateSeconds } from './login-state.ts';
import { makeAccount } from './made-account.ts';
import { OidcClient, type Claims } from './oidc-client.ts';

const maxSearch = 8_000;

export type Finished =
  | { readonly problem: SignOnProblem }
  | { readonly username: string; readonly roles: readonly AccountRole[]; readonly redirect: string };

export class OidcLogin {
  readonly #config: OidcConfig;
  readonly #client: OidcClient;
  readonly #states: LoginStates;
  readonly #database: Database;
  readonly #units: Units;
  readonly #log: Log;

  constructor(config: OidcConfig, parts: { secret: string; database: Database; units: Units; log: Log }) {
    this.#config = config;
    this.#client = new OidcClient(config);
    this.#states = new LoginStates(parts.secret);
    this.#database = parts.database;
    this.#units = parts.units;
    this.#log = parts.log;
  }

  /** @returns null: the provider does not answer */
  async begin(redirect: string): Promise<{ url: string; cookie: string; seconds: number } | null> {
    try {
      const { url, state } = await this.#client.begin(ownPath(redirect));
      return { url: url.href, cookie: this.#states.seal(state, Date.now()), seconds: loginStateSeconds };
    } catch (error) {
      this.#log.warn({ err: error }, 'the OpenID provider does not answer');
      return null;
    }
  }

  /** @param search what the provider has added to the address */
  async finish(search: string, cookie: string | undefined, request: FastifyRequest): Promise<Finished> {
    const state = this.#states.open(cookie, Date.now());
    if (state === null || search.length > maxSearch) return { problem: 'expired' };
    let claims: Claims;
    try {
      claims = await this.#client.finish(`?${search}`, state);
    } catch (error) {
      const isDenied = error instanceof AuthorizationResponseError;
      // Never the error whole: it may hold what the provider sent.
      this.#log.warn({ reason: (error as Error).message }, 'a login at the OpenID provider failed');
      return { problem: isDenied ? 'denied' : 'failed' };
    }
    const username = this.#usernameOf(claims);
    if (username === null) return { problem: 'name' };
    const { group, roles } = this.#config;
    const isNew = (await this.#database.prisma.account.count({ where: { username } })) === 0;
    if (isNew && group !== null) {
      const given = claims['name'];
      const isName = typeof given === 'string' && given.trim() !== '' && !hasInvisible(given);
      const name = isName ? given.trim().slice(0, 200) : username;
      await makeAccount(this.#units, { username, name, group }, actorOf(request));
    }
    return { username, roles, redirect: state.redirect };
  }

  #usernameOf(claims: Claims): string | null {
    const { claim } = this.#config;
    // Who may write any address into a profile could become anybody.
    if (claim === 'email' && claims['email_verified'] !== true) return null;
    const username = accountOfPeopleSchema.shape.id.safeParse(claims[claim]);
    return username.success ? username.data : null;
  }
}

/** Of this site: a login must not end on another. */
function ownPath(redirect: string): string {
  const url = URL.parse(redirect, 'http://own.invalid');
  if (url === null || url.origin !== 'http://own.invalid') return '/';
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') || path.startsWith('/login') ? '/' : path;
}
