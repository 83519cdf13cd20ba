import {
  addressLoginRequestSchema,
  addressOfferSchema,
  changePasswordRequestSchema,
  loginRequestSchema,
  sessionAnswerSchema,
  type SessionAnswer,
} from '@sandglass/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../audit/audit-log.ts';
import { requireIdentity, members, type Identity } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { AddressLogins } from './address-logins.ts';
import { originOf } from './authenticate.ts';
import { setBrowserCookie } from './browser-cookie.ts';
import type { OwnPassword } from './own-password.ts';
import type { SessionService } from './session-service.ts';
import { sessionCookie, type SignedCookies } from './signed-cookies.ts';

export interface SessionRoutesOptions {
  readonly sessions: SessionService;
  readonly addresses: AddressLogins;
  readonly passwords: OwnPassword;
  readonly cookies: SignedCookies;
  readonly secureCookies: boolean;
  /** The contests' clock, ms. */
  readonly now: () => number;
}

export async function sessionRoutes(
  app: App,
  { sessions, addresses, passwords, cookies, secureCookies, now }: SessionRoutesOptions,
): Promise<void> {
  app.get(
    '/api/session',
    {
      config: { access: 'anyone', beforePasswordChange: true },
      schema: { tags: ['session'], summary: 'Who is logged in', response: { 200: sessionAnswerSchema } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return answer(request.identity);
    },
  );

  app.post(
    '/api/session',
    {
      config: { access: 'anyone', beforePasswordChange: true },
      // A client that is not logged in may not send much.
      bodyLimit: 16_384,
      schema: {
        tags: ['session'],
        summary: 'Log in',
        body: loginRequestSchema,
        response: { 200: sessionAnswerSchema },
      },
    },
    async (request, reply) => enter(request, reply, await sessions.logIn(request.body, browserOf(request))),
  );

  app.get(
    '/api/session/address',
    {
      config: { access: 'anyone', beforePasswordChange: true },
      schema: {
        tags: ['session'],
        summary: 'Who may log in from here without a password',
        response: { 200: addressOfferSchema },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return addresses.offer(request.ip);
    },
  );

  app.post(
    '/api/session/address',
    {
      config: { access: 'anyone', beforePasswordChange: true },
      bodyLimit: 16_384,
      schema: {
        tags: ['session'],
        summary: 'Log in without a password, from an address of the account',
        body: addressLoginRequestSchema,
        response: { 200: sessionAnswerSchema },
      },
    },
    async (request, reply) =>
      enter(request, reply, await sessions.logInByAddress(request.body, browserOf(request))),
  );

  app.put(
    '/api/session/password',
    {
      config: { access: members, beforePasswordChange: true },
      bodyLimit: 16_384,
      schema: {
        tags: ['session'],
        summary: 'Change the own password; other sessions of the account end',
        body: changePasswordRequestSchema,
        response: { 200: sessionAnswerSchema },
      },
    },
    async (request) => {
      const identity = requireIdentity(request);
      await passwords.change(identity, request.body, originOf(request, cookies), actorOf(request));
      return answer({ ...identity, mustChangePassword: false });
    },
  );

  app.delete(
    '/api/session',
    {
      config: { access: members, beforePasswordChange: true },
      schema: { tags: ['session'], summary: 'Log out', response: { 200: sessionAnswerSchema } },
    },
    async (request, reply) => {
      await sessions.logOut(requireIdentity(request));
      reply.clearCookie(sessionCookie, { path: '/' });
      return answer(null);
    },
  );

  function browserOf(request: FastifyRequest): Parameters<SessionService['logIn']>[1] {
    return { ...originOf(request, cookies), userAgent: request.headers['user-agent'] ?? '' };
  }

  function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    { token, newBrowser, expiresAt, identity }: Awaited<ReturnType<SessionService['logIn']>>,
  ): SessionAnswer {
    const secure = secureCookies || request.protocol === 'https';
    setCookie(reply, token, expiresAt, secure);
    if (newBrowser !== null) setBrowserCookie(reply, newBrowser, secure);
    return answer(identity);
  }

  function answer(identity: Identity | null): SessionAnswer {
    return {
      session: identity === null ? null : describe(identity),
      serverTime: new Date(now()).toISOString(),
    };
  }

  function describe(identity: Identity): NonNullable<SessionAnswer['session']> {
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
      csrfToken: session === null ? '' : sessions.csrfToken(session.tokenHash),
    };
  }
}

function setCookie(reply: FastifyReply, token: string, expires: Date, secure: boolean): void {
  reply.setCookie(sessionCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    expires,
  });
}
