/**
 * Cookies that nobody can invent. Both values carry a MAC, so that a made-up one costs a hash and no query, and limits
 * can count by what a cookie says before anybody is looked up.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const sessionCookie = 'sandglass_session';
/** Stays after the log-out: failures of others do not keep out who logs in again with the same browser. */
export const browserCookie = 'sandglass_browser';
export const browserCookieSeconds = 180 * 86_400;

const macBytes = 16;

export class SignedCookies {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  newSession(accountId: string): string {
    return this.#signed('session', `${randomBytes(32).toString('base64url')}.${accountId}`);
  }

  /** The account that a session was made for, whether it still lasts or not; null: not made here. */
  accountOf(token: string): string | null {
    return this.#content('session', token)?.split('.')[1] ?? null;
  }

  newBrowser(): string {
    return this.#signed('browser', randomBytes(16).toString('base64url'));
  }

  /** The browser's id; null: not made here. */
  browserOf(token: string | undefined): string | null {
    return token === undefined ? null : this.#content('browser', token);
  }

  #signed(purpose: string, content: string): string {
    return `${content}.${this.#mac(purpose, content).toString('base64url')}`;
  }

  #content(purpose: string, token: string): string | null {
    if (token.length > 200) return null;
    const dot = token.lastIndexOf('.');
    const content = token.slice(0, Math.max(dot, 0));
    const given = Buffer.from(token.slice(dot + 1), 'base64url');
    const right = this.#mac(purpose, content);
    return given.length === right.length && timingSafeEqual(given, right) ? content : null;
  }

  #mac(purpose: string, content: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${purpose} ${content}`).digest().subarray(0, macBytes);
  }
}
