/** Who asks: accounts, sessions, logins, and what each caller may ask how often. */
import type { AccountRole, SessionAnswer } from '@sandglass/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Events } from '../events/module.ts';
import { installAccess, type JudgehostIdentity } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import { installRequestLimits } from '../platform/http/request-limits.ts';
import type { Platform } from '../platform/module.ts';
import { AccountRegister } from './account-register.ts';
import { accountRegisterRoutes } from './account-register-routes.ts';
import { accountRoutes } from './account-routes.ts';
import { Accounts } from './accounts.ts';
import { AddressLogins } from './address-logins.ts';
import { originOf, personAuthenticators } from './authenticate.ts';
import { bindingRoutes } from './binding-routes.ts';
import { browserGreeter } from './browser-cookie.ts';
import { LoginCheck } from './login-check.ts';
import { LoginLockRepository } from './login-lock-repository.ts';
import { type LoginPlace, LoginThrottleRepository } from './login-throttle-repository.ts';
import { Operator } from './operator.ts';
import { OwnPassword } from './own-password.ts';
import { callerOf } from './request-caller.ts';
import { SessionRepository } from './session-repository.ts';
import { SessionAnswers } from './session-answers.ts';
import { sessionRoutes } from './session-routes.ts';
import { SessionService } from './session-service.ts';
import { SessionStreams } from './session-streams.ts';
import { SignedCookies } from './signed-cookies.ts';

/** Whose token it is. */
export interface JudgehostTokens {
  identify(token: string): Promise<JudgehostIdentity | null>;
  /** As it was a moment ago; null: not known. Costs no query. */
  remembered(token: string): JudgehostIdentity | null;
}

export interface AccountsModule {
  readonly streams: SessionStreams;
  /** Gives a browser its id with the first page. */
  readonly greet: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Where a request comes from, as limits count it. */
  readonly placeOf: (request: FastifyRequest) => LoginPlace;
  /** Logs in who is proven by somebody else to be the account; see {@link SessionService.logInProven}. */
  readonly enterProven: (
    request: FastifyRequest,
    reply: FastifyReply,
    username: string,
    roles: readonly AccountRole[],
  ) => Promise<SessionAnswer>;
  /** Whether cookies of this request's answer go over https only. */
  readonly isSecure: (request: FastifyRequest) => boolean;
  /** See {@link LoginCheck.hashInTurn}. */
  readonly hashInTurn: LoginCheck['hashInTurn'];
  readonly routes: (app: App) => Promise<void>;
}

export async function openAccounts(
  app: App,
  { clock, config, database, log }: Platform,
  { notifications }: Events,
  judgehosts: JudgehostTokens,
): Promise<AccountsModule> {
  const repository = new SessionRepository(database);
  const cookies = new SignedCookies(config.secret);
  const loginCheck = new LoginCheck(repository, new LoginThrottleRepository(database));
  const sessions = new SessionService({
    repository,
    loginCheck,
    cookies,
    secret: config.secret,
  });
  const streams = new SessionStreams(sessions, log);
  await notifications.listen('sandglass_session', (hash) => streams.changed(hash === '' ? null : hash));
  notifications.returned.listen(() => void streams.lookAtAll());

  const operator = new Operator(config.operatorHash);
  const perMinute = config.requestsPerMinute;
  const rememberedHost = (token: string): string | null => judgehosts.remembered(token)?.id ?? null;
  installRequestLimits(app, {
    perMinute,
    callerOf: (request) => callerOf(request, { perMinute, cookies, sessions, operator, rememberedHost }),
  });
  installAccess(app, {
    ...personAuthenticators(sessions, operator, cookies),
    judgehost: (token) => judgehosts.identify(token),
  });

  const accounts = new Accounts(database);
  if (config.adminPassword !== null && (await accounts.ensureAdmin(config.adminPassword)))
    log.info({ username: 'admin' }, 'the first account was made');
  const addresses = new AddressLogins(database);
  const passwords = new OwnPassword(database, loginCheck);
  const locks = new LoginLockRepository(database);
  const { secureCookies } = config;
  const answers = new SessionAnswers({ sessions, cookies, secureCookies, now: clock.nowMs });
  return {
    streams,
    greet: browserGreeter(cookies, secureCookies),
    placeOf: (request) => originOf(request, cookies),
    enterProven: async (request, reply, username, roles) =>
      answers.enter(request, reply, await sessions.logInProven(username, roles, answers.browserOf(request))),
    isSecure: (request) => answers.isSecure(request),
    hashInTurn: (password, username, origin) => loginCheck.hashInTurn(password, username, origin),
    routes: async (scope) => {
      await sessionRoutes(scope, { sessions, answers, addresses, passwords, cookies });
      await accountRoutes(scope, { accounts, locks });
      await bindingRoutes(scope, { addresses });
      await accountRegisterRoutes(scope, { register: new AccountRegister(database) });
    },
  };
}
