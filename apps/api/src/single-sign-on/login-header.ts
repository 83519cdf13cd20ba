/** Whom a trusted proxy names in a header. From anybody else the header is ignored. */
import { accountOfPeopleSchema, isInRange, parseAddress, parseRange } from '@sandglass/contracts';
import type { FastifyRequest } from 'fastify';
import type { LoginHeaderConfig } from '../platform/config/single-sign-on-config.ts';

/**
 * The address is that of the connection itself: what `X-Forwarded-For` says decides nothing here.
 * @returns null: nobody is named, or not by a trusted proxy
 */
export function namedByProxy(request: FastifyRequest, config: LoginHeaderConfig | null): string | null {
  if (config === null) return null;
  const peer = parseAddress(request.socket.remoteAddress ?? '');
  if (peer === null) return null;
  const isTrusted = config.from.some((text) => {
    const range = parseRange(text);
    return range !== null && isInRange(peer, range);
  });
  if (!isTrusted) return null;
  // Two headers of the name become one text with a comma, which is no username.
  const username = accountOfPeopleSchema.shape.id.safeParse(request.headers[config.name]);
  return username.success ? username.data : null;
}
