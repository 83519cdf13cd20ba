/** The id that a browser gets with its first page: what failures and limits of its neighbours do not reach. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Buckets } from '../platform/http/buckets.ts';
import { addressKey } from '../platform/http/client-address.ts';
import { browserCookie, browserCookieSeconds, type SignedCookies } from './signed-cookies.ts';

/** New ids for one address: a hall that comes in at once gets them within minutes. */
const idsPerAddress = { max: 120, windowMs: 60_000 };

/** @returns what gives a browser its id with a page, unless it has one */
export function browserGreeter(
  cookies: SignedCookies,
  secureCookies: boolean,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const given = new Buckets();
  return (request, reply) => {
    if (cookies.browserOf(request.cookies[browserCookie]) !== null) return;
    if (given.take(addressKey(request.ip), idsPerAddress, Date.now()) > 0) return;
    setBrowserCookie(reply, cookies.newBrowser(), secureCookies || request.protocol === 'https');
  };
}

export function setBrowserCookie(reply: FastifyReply, value: string, secure: boolean): void {
  reply.setCookie(browserCookie, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: browserCookieSeconds,
  });
}
