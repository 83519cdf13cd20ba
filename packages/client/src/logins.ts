import {
  locksAnswerSchema,
  openLocksAnswerSchema,
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
}
