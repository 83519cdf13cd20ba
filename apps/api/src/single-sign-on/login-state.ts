/**
 * What a login at the OpenID provider must bring back, kept by the browser that began it: in a cookie with a MAC, for ten
 * minutes. So a login that was begun elsewhere cannot be finished here, and nothing is stored for those who never return.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

export const loginStateCookie = 'sandglass_oidc';
export const loginStateSeconds = 600;

const maxLength = 3_000;
const schema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect: z.string(),
  untilMs: z.number(),
});
export type LoginState = Omit<z.infer<typeof schema>, 'untilMs'>;

export class LoginStates {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  seal(state: LoginState, nowMs: number): string {
    const content = Buffer.from(
      JSON.stringify({ ...state, untilMs: nowMs + loginStateSeconds * 1000 }),
    ).toString('base64url');
    return `${content}.${this.#mac(content).toString('base64url')}`;
  }

  /** @returns null: not made here, or too old */
  open(cookie: string | undefined, nowMs: number): LoginState | null {
    if (cookie === undefined || cookie.length > maxLength) return null;
    const [content = '', mac = ''] = cookie.split('.', 2);
    const given = Buffer.from(mac, 'base64url');
    const right = this.#mac(content);
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const { untilMs, ...state } = schema.parse(JSON.parse(Buffer.from(content, 'base64url').toString()));
    return untilMs < nowMs ? null : state;
  }

  #mac(content: string): Buffer {
    return createHmac('sha256', this.#secret).update(`oidc ${content}`).digest();
  }
}
