/** Logins that somebody else vouches for, and what the login page offers. */
import {
  loginOptionsSchema,
  sessionAnswerSchema,
  type LoginOptions,
  type SignOnProblem,
} from '@sandglass/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccountsModule } from '../accounts/module.ts';
import type { SingleSignOnConfig } from '../platform/config/single-sign-on-config.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { App } from '../platform/http/app-type.ts';
import { namedByProxy } from './login-header.ts';
import { loginStateCookie } from './login-state.ts';
import type { OidcLogin } from './oidc-login.ts';

const tags = ['session'];
const callback = '/api/session/oidc/callback';

export interface SingleSignOnRoutesOptions {
  readonly config: SingleSignOnConfig;
  readonly database: Database;
  readonly accounts: Pick<AccountsModule, 'enterProven' | 'isSecure'>;
  /** Null: it is off. */
  readonly oidc: OidcLogin | null;
}

export async function singleSignOnRoutes(
  app: App,
  { config, database, accounts, oidc }: SingleSignOnRoutesOptions,
): Promise<void> {
  const { prisma } = database;

  app.get(
    '/api/session/options',
    {
      config: { access: 'anyone', beforePasswordChange: true },
      schema: {
        tags,
        summary: 'What the login page offers beside username and password',
        response: { 200: loginOptionsSchema },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return {
        registration: (await prisma.teamGroup.count({ where: { selfRegistration: true } })) > 0,
        header: await named(request),
        oidc: config.oidc === null ? null : { name: config.oidc.name },
      };
    },
  );

  async function named(request: FastifyRequest): Promise<LoginOptions['header']> {
    const username = namedByProxy(request, config.header);
    if (username === null || config.header === null) return null;
    const account = await prisma.account.findFirst({
      where: { username, enabled: true, role: { in: [...config.header.roles] } },
      include: { team: { select: { name: true, displayName: true } } },
    });
    if (account === null) return null;
    return { username, name: account.team?.displayName ?? account.team?.name ?? account.displayName };
  }

  app.post(
    '/api/session/header',
    {
      config: { access: 'anyone', beforePasswordChange: true },
      bodyLimit: 16_384,
      schema: {
        tags,
        summary: 'Log in as the one whom a trusted proxy names in a header',
        response: { 200: sessionAnswerSchema },
      },
    },
    (request, reply) => {
      const username = namedByProxy(request, config.header);
      if (username === null || config.header === null) throw new ApiError('LOGIN_WAY_OFF');
      return accounts.enterProven(request, reply, username, config.header.roles);
    },
  );

  app.get(
    '/api/session/oidc',
    {
      config: { access: 'anyone', beforePasswordChange: true },
      schema: {
        tags,
        summary: 'Go to the OpenID provider to log in',
        querystring: z.object({ redirect: z.string().max(1000).default('/') }),
        response: { 302: z.null() },
      },
    },
    async (request, reply) => {
      if (oidc === null) throw new ApiError('LOGIN_WAY_OFF');
      const begun = await oidc.begin(request.query.redirect);
      if (begun === null) return toLogin(reply, 'unavailable');
      reply.setCookie(loginStateCookie, begun.cookie, {
        path: '/api/session/oidc',
        httpOnly: true,
        // Lax: the provider's page sends the browser back.
        sameSite: 'lax',
        secure: accounts.isSecure(request),
        maxAge: begun.seconds,
      });
      return reply.header('cache-control', 'no-store').redirect(begun.url);
    },
  );

  app.get(
    callback,
    {
      config: { access: 'anyone', beforePasswordChange: true },
      schema: {
        tags,
        summary: 'Where the OpenID provider sends the browser back to',
        response: { 302: z.null() },
      },
    },
    async (request, reply) => {
      if (oidc === null) throw new ApiError('LOGIN_WAY_OFF');
      // It holds once: the next login gets one of its own.
      reply.clearCookie(loginStateCookie, { path: '/api/session/oidc' });
      const search = request.url.slice(request.url.indexOf('?') + 1);
      const finished = await oidc.finish(search, request.cookies[loginStateCookie], request);
      if ('problem' in finished) return toLogin(reply, finished.problem);
      try {
        await accounts.enterProven(request, reply, finished.username, finished.roles);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'LOGIN_NOT_KNOWN') return toLogin(reply, 'unknown');
        if (error.code === 'LOGIN_BOUND') return toLogin(reply, 'bound');
        throw error;
      }
      return reply.header('cache-control', 'no-store').redirect(finished.redirect);
    },
  );
}

/** The page says what went wrong: an answer of the api would be JSON in a browser's window. */
function toLogin(reply: FastifyReply, problem: SignOnProblem): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(`/login?problem=${problem}`);
}
