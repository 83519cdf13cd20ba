/** Whose share of the request limits a request takes: known by hashes and what was proved a moment ago, without a query. */
import type { FastifyRequest } from 'fastify';
import { bearerToken } from '../platform/http/access.ts';
import type { Caller, RequestBound } from '../platform/http/request-limits.ts';
import { sha256 } from '../platform/lib/sha256.ts';
import { basicCredentials, originOf } from './authenticate.ts';
import type { Operator } from './operator.ts';
import type { SessionService } from './session-service.ts';
import { sessionCookie, type SignedCookies } from './signed-cookies.ts';

export interface CallerOptions {
  /** Requests of one session, script, browser, or address of others. */
  readonly perMinute: number;
  readonly cookies: SignedCookies;
  readonly sessions: SessionService;
  readonly operator: Operator;
  /** Whose token it was a moment ago; null: not known. */
  readonly rememberedHost: (token: string) => string | null;
}

/** An account's sessions together, and an address's browsers: as many times one of them. */
const together = 10;
/** A host with a hundred slots reports a few times a second for each. */
const hostsTimes = 20;

export function callerOf(request: FastifyRequest, options: CallerOptions): Caller {
  const known = knownCaller(request, options);
  return { known: known !== null, bounds: known ?? strangers(request, options) };
}

/** Those who prove who they are; null: anybody. Costs some hashes, and no query. */
function knownCaller(
  request: FastifyRequest,
  { perMinute, cookies, sessions, operator, rememberedHost }: CallerOptions,
): RequestBound[] | null {
  const token = bearerToken(request);
  if (token !== null) {
    if (operator.identify(request) !== null) return [{ key: 'operator', max: perMinute * together }];
    const host = rememberedHost(token);
    return host === null ? null : [{ key: `host ${host}`, max: perMinute * hostsTimes }];
  }
  const basic = readBasic(request);
  if (basic !== null) {
    const origin = originOf(request, cookies);
    const identity = sessions.rememberedPassword(basic.username, basic.password, origin);
    if (identity === null) return null;
    return ofAccount(identity.accountId, `script ${identity.accountId} ${origin.address}`, perMinute);
  }
  const session = request.cookies[sessionCookie];
  const account = session === undefined ? null : cookies.accountOf(session);
  return session === undefined || account === null
    ? null
    : ofAccount(account, `session ${sha256(session)}`, perMinute);
}

/** One that no account can have is refused by name where somebody is identified; here it is nobody's. */
function readBasic(request: FastifyRequest): ReturnType<typeof basicCredentials> {
  try {
    return basicCredentials(request.headers.authorization);
  } catch {
    return null;
  }
}

function ofAccount(account: string, key: string, perMinute: number): RequestBound[] {
  return [
    { key, max: perMinute },
    { key: `account ${account}`, max: perMinute * together },
  ];
}

/**
 * Browsers that our pages gave an id have a share each, and one bound together, for ids are had for the asking. The
 * others of the address share one bucket.
 */
function strangers(request: FastifyRequest, { perMinute, cookies }: CallerOptions): RequestBound[] {
  const { address, browser } = originOf(request, cookies);
  if (browser === null) return [{ key: `address ${address}`, max: perMinute }];
  return [
    { key: `browser ${browser} ${address}`, max: perMinute },
    { key: `browsers ${address}`, max: perMinute * together },
  ];
}
