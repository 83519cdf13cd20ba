/**
 * How often anybody may ask, decided before anything is looked up. Who asks is known by what nobody can invent: a cookie
 * with our MAC, a password or a token that was proved a moment ago. Everything else counts by its address, so that no
 * value a client chooses gives it more; and who is known has a bucket that nobody else empties.
 */
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
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
  /** Who asks, as far as that costs no query. */
  readonly callerOf: (request: FastifyRequest) => Caller;
}

const windowMs = 60_000;
/** Scoreboards come from memory, and a whole site watches them from one address. */
const scoreboardsTimes = 10;
/**
 * Requests under way of one browser with an id, or of all others of an address who are not known. A client that holds
 * its requests open keeps nobody else's browser out.
 */
const maxUnderWay = { browser: 32, address: 256 } as const;

/** Requests per minute that are counted under a key. */
export interface RequestBound {
  readonly key: string;
  readonly max: number;
}

export interface Caller {
  /** Whether it has proved who it is. */
  readonly known: boolean;
  /** All of them hold. The first names who has requests under way. */
  readonly bounds: readonly RequestBound[];
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
    const share = shareOf(path);
    const { known, bounds: own } = options.callerOf(request);
    for (const { key, max } of own) take(`${share.name} ${key}`, { max: max * share.times, windowMs });
    // Hosts whose tokens were forgotten a moment ago come at once, hundreds from one address.
    if (known || stream === true || share.name === 'judgehost') return;
    // Nothing of a page waits for its asker, and with its page a browser gets its id.
    if (share.name === 'page' && request.method === 'GET') return;

    const holder = own[0]?.key ?? address;
    const most = holder.startsWith('browser ') ? maxUnderWay.browser : maxUnderWay.address;
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

/** Requests of different cost do not use up one another's share. */
function shareOf(path: string): { name: string; times: number } {
  if (path.endsWith('/scoreboard') || path.endsWith('/scoreboard/summary'))
    return { name: 'scoreboard', times: scoreboardsTimes };
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
