/**
 * How often anybody may ask, decided before anything is looked up. Who asks is known by what nobody can invent: a cookie
 * with our MAC, a password or a token that was proved a moment ago. Everything else counts by its address, so that no
 * value a client chooses gives it more; and who is known has a bucket that nobody else empties.
 */
import type { FastifyRequest } from 'fastify';
import { sha256 } from '../database/sha256.ts';
import { ApiError } from '../errors/api-error.ts';
import { basicCredentials, originOf } from '../session/authenticate.ts';
import type { Operator } from '../session/operator.ts';
import type { SessionService } from '../session/session-service.ts';
import { sessionCookie, type SignedCookies } from '../session/signed-cookies.ts';
import { bearerToken } from './access.ts';
import type { App } from './app-type.ts';
import { Buckets, type BucketBounds } from './buckets.ts';
import { addressKey } from './client-address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A bound of this route alone, by address; beside the others. */
    limit?: BucketBounds;
    /** The answer stays open: it is no request that somebody waits for. */
    stream?: boolean;
  }
}

export interface RequestLimitsOptions {
  /** Of one session, script, browser, or address of others; 0: no bounds at all. */
  readonly perMinute: number;
  readonly cookies: SignedCookies;
  readonly sessions: SessionService;
  readonly operator: Operator;
  /** Whose token it was a moment ago; null: not known. */
  readonly rememberedHost: (token: string) => string | null;
}

const windowMs = 60_000;
/** An account's sessions together, and an address's browsers: as many times one of them. */
const together = 10;
/** Scoreboards come from memory, and a whole site watches them from one address. */
const scoreboardsTimes = 10;
/** A host with a hundred slots reports a few times a second for each. */
const hostsTimes = 20;
/**
 * Requests under way of one browser with an id, or of all others of an address who are not known. Whoever holds theirs open
 * keeps nobody else's browser out.
 */
const underWayAtMost = { browser: 32, address: 256 } as const;

interface Bound {
  readonly key: string;
  readonly max: number;
}

export function installRequestLimits(app: App, options: RequestLimitsOptions): void {
  const { perMinute } = options;
  if (perMinute === 0) return;
  const buckets = new Buckets();
  const underWay = new Map<string, number>();

  app.addHook('onRequest', async (request, reply) => {
    // The route's own address: the router takes /%61pi/ for /api/ too.
    const path = request.routeOptions.url ?? request.url;
    if (isFree(path)) return;
    const nowMs = Date.now();
    const address = addressKey(request.ip);
    const take = (key: string, bounds: BucketBounds): void => {
      const waitMs = buckets.take(key, bounds, nowMs);
      if (waitMs > 0) throw tooMany(bounds, waitMs);
    };
    const { limit, stream } = request.routeOptions.config;
    if (limit !== undefined) take(`${path} ${address}`, limit);
    const lane = laneOf(path);
    const known = knownAsker(request, options);
    const asker = known ?? strangers(request, options, address);
    for (const { key, max } of asker) take(`${lane.name} ${key}`, { max: max * lane.times, windowMs });
    // Hosts whose tokens were forgotten a moment ago come at once, hundreds from one address.
    if (known !== null || stream === true || lane.name === 'judgehost') return;
    // Nothing of a page waits for its asker, and with its page a browser gets its id.
    if (lane.name === 'page' && request.method === 'GET') return;

    const holder = asker[0]?.key ?? address;
    const most = holder.startsWith('browser ') ? underWayAtMost.browser : underWayAtMost.address;
    const before = underWay.get(holder) ?? 0;
    if (before >= most) throw tooMany({ max: most, windowMs: 1000 }, 1000);
    underWay.set(holder, before + 1);
    reply.raw.once('close', () => {
      const left = (underWay.get(holder) ?? 1) - 1;
      if (left > 0) underWay.set(holder, left);
      else underWay.delete(holder);
    });
  });
}

/** Those who prove who they are; null: anybody. Costs some hashes, and no query. */
function knownAsker(
  request: FastifyRequest,
  { perMinute, cookies, sessions, operator, rememberedHost }: RequestLimitsOptions,
): Bound[] | null {
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

function ofAccount(account: string, key: string, perMinute: number): Bound[] {
  return [
    { key, max: perMinute },
    { key: `account ${account}`, max: perMinute * together },
  ];
}

/**
 * Browsers that our pages gave an id have a share each, and one bound together, for ids are had for the asking. The
 * others of the address share one bucket.
 */
function strangers(
  request: FastifyRequest,
  { perMinute, cookies }: RequestLimitsOptions,
  address: string,
): Bound[] {
  const { browser } = originOf(request, cookies);
  if (browser === null) return [{ key: `address ${address}`, max: perMinute }];
  return [
    { key: `browser ${browser} ${address}`, max: perMinute },
    { key: `browsers ${address}`, max: perMinute * together },
  ];
}

/** Requests that cost different things do not use up one another's share. */
function laneOf(path: string): { name: string; times: number } {
  if (path.endsWith('/scoreboard')) return { name: 'scoreboard', times: scoreboardsTimes };
  if (path.startsWith('/api/judgehost/')) return { name: 'judgehost', times: 1 };
  return { name: path.startsWith('/api/') || path === '/metrics' ? 'api' : 'page', times: 1 };
}

/** Files of the web app, which are sent as they are; and that the process is there. */
function isFree(path: string): boolean {
  return path === '/api/health' || path.startsWith('/assets/');
}

function tooMany({ max, windowMs: window }: BucketBounds, waitMs: number): ApiError {
  const wait = Math.max(1, Math.ceil(waitMs / 1000));
  const seconds = Math.round(window / 1000);
  return new ApiError(
    'RATE_LIMITED',
    { max, window: seconds === 60 ? '1 minute' : `${seconds} seconds`, wait },
    { headers: { 'retry-after': String(wait) } },
  );
}
