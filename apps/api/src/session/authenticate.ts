import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { Authenticators, Identity } from '../http/access.ts';
import type { Operator } from './operator.ts';
import type { SessionService } from './session-service.ts';

export const sessionCookie = 'sandglass_session';

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/** How a person proves who they are: the session's cookie, or HTTP Basic from a script; and how the operator of this machine does. */
export function personAuthenticators(
  sessions: SessionService,
  operator: Operator,
): Pick<Authenticators, 'identify' | 'checkCsrf'> {
  return {
    async identify(request: FastifyRequest): Promise<Identity | null> {
      const basic = basicCredentials(request.headers.authorization);
      if (basic !== null) return sessions.identityOfPassword(basic.username, basic.password, request.ip);
      const local = operator.identify(request);
      if (local !== null) return local;
      const token = request.cookies[sessionCookie];
      return token === undefined ? null : sessions.identityOfToken(token);
    },
    checkCsrf(request: FastifyRequest, identity: Identity): void {
      if (identity.session === null || harmless.has(request.method)) return;
      // A login page in an old tab must be able to log in again.
      if (request.method === 'POST' && request.routeOptions.url === '/api/session') return;
      const given = request.headers['x-csrf-token'];
      if (typeof given !== 'string' || !sessions.csrfTokenIsRight(identity.session.tokenHash, given)) {
        throw new ApiError('CSRF_TOKEN_WRONG');
      }
    },
  };
}

function basicCredentials(header: string | undefined): { username: string; password: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
