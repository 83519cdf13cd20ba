import { accountHeader } from '@sandglass/contracts';
import type { FastifyRequest } from 'fastify';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import type { Authenticators, Identity } from '../platform/http/access.ts';
import { addressKey } from '../platform/http/client-address.ts';
import { plainAddress } from './login-addresses.ts';
import type { LoginPlace } from './login-throttle-repository.ts';
import type { Operator } from './operator.ts';
import type { SessionService } from './session-service.ts';
import { browserCookie, sessionCookie, type SignedCookies } from './signed-cookies.ts';

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/** How a person proves who they are: the session's cookie, or HTTP Basic from a script; and how the operator of this machine does. */
export function personAuthenticators(
  sessions: SessionService,
  operator: Operator,
  cookies: SignedCookies,
): Pick<Authenticators, 'identify' | 'checkAccount' | 'checkCsrf'> {
  return {
    async identify(request: FastifyRequest): Promise<Identity | null> {
      const basic = basicCredentials(request.headers.authorization);
      if (basic !== null)
        return sessions.identityOfPassword(basic.username, basic.password, originOf(request, cookies));
      const local = operator.identify(request);
      if (local !== null) return local;
      const token = request.cookies[sessionCookie];
      return token === undefined ? null : sessions.identityOfToken(token);
    },
    checkAccount(request: FastifyRequest, identity: Identity): void {
      const made = request.headers[accountHeader];
      if (made === undefined || made === identity.accountId || logsInOrAsksWho(request)) return;
      throw new ApiError('ACCOUNT_CHANGED', { name: identity.teamName ?? identity.displayName });
    },
    checkCsrf(request: FastifyRequest, identity: Identity): void {
      if (identity.session === null || harmless.has(request.method)) return;
      if (logsInOrAsksWho(request)) return;
      const given = request.headers['x-csrf-token'];
      if (typeof given !== 'string' || !sessions.csrfTokenIsRight(identity.session.tokenHash, given)) {
        throw new ApiError('CSRF_TOKEN_WRONG');
      }
    },
  };
}

/** A login page in an old tab must be able to log in again, and every page to learn who is logged in. */
function logsInOrAsksWho({ method, routeOptions }: FastifyRequest): boolean {
  const { url } = routeOptions;
  if (url === '/api/session/address' || url === '/api/session/header') return true;
  return url === '/api/session' && (method === 'POST' || harmless.has(method));
}

/** Where an attempt to log in comes from. */
export function originOf(request: FastifyRequest, cookies: SignedCookies): LoginPlace {
  return {
    address: addressKey(request.ip),
    browser: cookies.browserOf(request.cookies[browserCookie]),
    ip: plainAddress(request.ip),
  };
}

/** @throws ApiError REQUEST_INVALID for what no account can have: it reaches neither the hash nor the database */
export function basicCredentials(header: string | undefined): { username: string; password: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return null;
  const [username, password] = [text.slice(0, colon), text.slice(colon + 1)];
  const reason =
    username.length > 64 ? 'must have a username of 64 characters at most' : passwordTrouble(password);
  const nul = username.includes('\0') ? 'must have a username without NUL characters' : reason;
  if (nul !== null) throw fieldErrors('REQUEST_INVALID', [{ path: 'Authorization', message: nul }]);
  return { username, password };
}

function passwordTrouble(password: string): string | null {
  return password.length > 256 ? 'must have a password of 256 characters at most' : null;
}
