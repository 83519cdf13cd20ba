/** What a browser gets that logs in: its cookies, and who it is from now on. */
import type { SessionAnswer } from '@sandglass/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../platform/http/access.ts';
import { originOf } from './authenticate.ts';
import { setBrowserCookie } from './browser-cookie.ts';
import type { SessionService } from './session-service.ts';
import { sessionCookie, type SignedCookies } from './signed-cookies.ts';

type LoggedIn = Awaited<ReturnType<SessionService['logIn']>>;

export class SessionAnswers {
  readonly #parts: {
    readonly sessions: SessionService;
    readonly cookies: SignedCookies;
    readonly secureCookies: boolean;
    /** The contests' clock, ms. */
    readonly now: () => number;
  };

  constructor(parts: {
    sessions: SessionService;
    cookies: SignedCookies;
    secureCookies: boolean;
    now: () => number;
  }) {
    this.#parts = parts;
  }

  browserOf(request: FastifyRequest): Parameters<SessionService['logIn']>[1] {
    return { ...originOf(request, this.#parts.cookies), userAgent: request.headers['user-agent'] ?? '' };
  }

  isSecure(request: FastifyRequest): boolean {
    return this.#parts.secureCookies || request.protocol === 'https';
  }

  enter(
    request: FastifyRequest,
    reply: FastifyReply,
    { token, newBrowser, expiresAt, identity }: LoggedIn,
  ): SessionAnswer {
    const secure = this.isSecure(request);
    reply.setCookie(sessionCookie, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      expires: expiresAt,
    });
    if (newBrowser !== null) setBrowserCookie(reply, newBrowser, secure);
    return this.of(identity);
  }

  of(identity: Identity | null): SessionAnswer {
    return {
      session: identity === null ? null : this.#describe(identity),
      serverTime: new Date(this.#parts.now()).toISOString(),
    };
  }

  #describe(identity: Identity): NonNullable<SessionAnswer['session']> {
    const { session } = identity;
    return {
      user: {
        id: identity.accountId,
        username: identity.username,
        displayName: identity.displayName,
        role: identity.role,
        teamId: identity.teamId,
        teamName: identity.teamName,
      },
      mustChangePassword: identity.mustChangePassword,
      lastLogin:
        session?.previousLoginAt == null
          ? null
          : { at: session.previousLoginAt, from: session.previousLoginFrom ?? 'unknown' },
      csrfToken: session === null ? '' : this.#parts.sessions.csrfToken(session.tokenHash),
    };
  }
}
