import {
  boundAccountsAnswerSchema,
  locksAnswerSchema,
  openLocksAnswerSchema,
  releaseAnswerSchema,
  type BoundAccount,
  type LoginLock,
  type OpenLocksAnswer,
} from '@sandglass/contracts';
import type { Http } from './http.ts';

/** Logins that are refused after failures, and how to unlock them. */
export class Logins {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  async locks(): Promise<LoginLock[]> {
    return (await this.#http.get('/api/admin/locks', locksAnswerSchema)).locks;
  }

  /** Of an account, of an address, or of an account from an address. */
  unlock(which: { readonly username?: string; readonly address?: string }): Promise<OpenLocksAnswer> {
    const query = new URLSearchParams({ ...which });
    return this.#http.send(
      'DELETE',
      `/api/admin/locks?${query.toString()}`,
      openLocksAnswerSchema,
      undefined,
    );
  }

  /** Accounts that their first login has bound to an address. */
  async bound(): Promise<BoundAccount[]> {
    return (await this.#http.get('/api/accounts/bindings', boundAccountsAnswerSchema)).accounts;
  }

  /** @param username left out: all of them. @returns how many were bound */
  async release(username?: string): Promise<number> {
    const query = new URLSearchParams(username === undefined ? {} : { username });
    const path = `/api/accounts/bindings?${query.toString()}`;
    return (await this.#http.send('DELETE', path, releaseAnswerSchema, undefined)).released;
  }
}
