import {
  addressLoginRequestSchema,
  addressOfferSchema,
  changePasswordRequestSchema,
  loginRequestSchema,
  sessionAnswerSchema,
} from '@sandglass/contracts';
import { actorOf } from '../audit/audit-log.ts';
import { requireIdentity, members } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { AddressLogins } from './address-logins.ts';
import { originOf } from './authenticate.ts';
import type { OwnPassword } from './own-password.ts';
import type { SessionAnswers } from './session-answers.ts';
import type { SessionService } from './session-service.ts';
import { sessionCookie, type SignedCookies } from './signed-cookies.ts';

export interface SessionRoutesOptions {
  readonly sessions: SessionService;
  readonly answers: SessionAnswers;
  readonly addresses: AddressLogins;
  readonly passwords: OwnPassword;
  readonly cookies: SignedCookies;
}

export async function sessionRoutes(
  app: App,
  { sessions, answers, addresses, passwords, cookies }: SessionRoutesOptions,
): Promise<void> {
  app.get(
    '/api/session',
    {
      config: { access: 'anyone', beforePasswordChange: true },
      schema: { tags: ['session'], summary: 'Who is logged in', response: { 200: sessionAnswerSchema } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return answers.of(request.identity);
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
    async (request, reply) =>
      answers.enter(request, reply, await sessions.logIn(request.body, answers.browserOf(request))),
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
      answers.enter(request, reply, await sessions.logInByAddress(request.body, answers.browserOf(request))),
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
      return answers.of({ ...identity, mustChangePassword: false });
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
      return answers.of(null);
    },
  );
}
