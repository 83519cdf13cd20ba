/**
 * Who may call a route. Every route says so in `config.access`, and this is the only place
 * that enforces it; a route that says nothing keeps the server from starting.
 */
import { accountRoles, type AccountRole } from '@sandglass/contracts';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { App } from './app-type.ts';

/** `anyone`: visitors too. `judgehost`: by bearer token. Otherwise the roles that may. */
export type Access = 'anyone' | 'judgehost' | readonly AccountRole[];

/** Everybody who has an account. */
export const members: readonly AccountRole[] = accountRoles;
/** They read what the jury reads; those of them who are no {@link staff} change nothing. */
export const readers: readonly AccountRole[] = ['jury', 'analyst', 'admin'];
export const staff: readonly AccountRole[] = ['jury', 'admin'];
export const admins: readonly AccountRole[] = ['admin'];

/** Who asks, as far as it is known. */
export interface Identity {
  readonly accountId: string;
  readonly username: string;
  readonly displayName: string;
  readonly role: AccountRole;
  readonly teamId: string | null;
  readonly teamName: string | null;
  /** Its password must be changed before anything else. */
  readonly mustChangePassword: boolean;
  /** Null for HTTP Basic. */
  readonly session: {
    readonly tokenHash: string;
    readonly expiresAtMs: number;
    readonly previousLoginAt: string | null;
    readonly previousLoginFrom: string | null;
  } | null;
}

export interface JudgehostIdentity {
  readonly id: string;
  readonly name: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** By `METHOD /address`: every route that has one, as it was registered. */
    routeAccess: ReadonlyMap<string, Access>;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** Also for who must change their password first. */
    beforePasswordChange?: boolean;
  }
  interface FastifyRequest {
    identity: Identity | null;
    judgehost: JudgehostIdentity | null;
  }
}

export interface Authenticators {
  /** From cookie or Basic header; null for a visitor. Throws when a credential is there and wrong. */
  identify(request: FastifyRequest): Promise<Identity | null>;
  /** Throws unless the request changes nothing or proves that our own pages made it. */
  checkCsrf(request: FastifyRequest, identity: Identity): void;
  /** Throws when the request comes from a page that was made for another account. */
  checkAccount(request: FastifyRequest, identity: Identity): void;
  judgehost(token: string): Promise<JudgehostIdentity | null>;
}

export function installAccess(app: App, authenticators: Authenticators): void {
  app.decorateRequest('identity', null);
  app.decorateRequest('judgehost', null);
  const routeAccess = new Map<string, Access>();
  app.decorate('routeAccess', routeAccess);
  app.addHook('onRoute', (route) => {
    if (
      route.url.startsWith('/api/') &&
      !route.url.startsWith('/api/docs') &&
      route.config?.access === undefined
    ) {
      throw new Error(
        `route ${String(route.method)} ${route.url} does not say who may call it (config.access)`,
      );
    }
    const access = route.config?.access;
    if (access === undefined) return;
    for (const method of [route.method].flat())
      if (method !== 'HEAD') routeAccess.set(`${method} ${route.url}`, access);
  });
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config?.access ?? 'anyone';
    if (access === 'judgehost') {
      request.judgehost = await authenticators.judgehost(bearerToken(request) ?? '');
      if (request.judgehost === null) throw new ApiError('JUDGEHOST_TOKEN_WRONG');
      return;
    }
    // The route's own address, not the request's: the router takes /%61pi/ for /api/ too.
    const address = request.routeOptions.url ?? request.url;
    if (access === 'anyone' && !address.startsWith('/api/')) return;
    request.identity = await authenticators.identify(request);
    if (request.identity !== null) {
      // First: the CSRF token of another session is wrong too, and says nothing of why.
      authenticators.checkAccount(request, request.identity);
      authenticators.checkCsrf(request, request.identity);
      const { mustChangePassword } = request.identity;
      if (mustChangePassword && request.routeOptions.config.beforePasswordChange !== true)
        throw new ApiError('PASSWORD_CHANGE_REQUIRED');
    }
    if (access === 'anyone') return;
    if (request.identity === null) throw new ApiError('LOGIN_REQUIRED');
    if (!access.includes(request.identity.role)) {
      throw new ApiError('PERMISSION_DENIED', { roles: access.join(', '), role: request.identity.role });
    }
  });
}

/** The identity of a route that lets nobody else in. */
export function requireIdentity(request: FastifyRequest): Identity {
  if (request.identity === null) throw new ApiError('LOGIN_REQUIRED');
  return request.identity;
}

export function requireJudgehost(request: FastifyRequest): JudgehostIdentity {
  if (request.judgehost === null) throw new ApiError('JUDGEHOST_TOKEN_WRONG');
  return request.judgehost;
}

export function bearerToken(request: Pick<FastifyRequest, 'headers'>): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
