import { setTimeout as delay } from 'node:timers/promises';
import { problemDetailsSchema } from '@sandglass/contracts';
import type { ZodType } from 'zod';
import { certificateTrouble } from './certificate-trouble.ts';
import { ClientError } from './client-error.ts';

/** A server that does not answer for longer needs a person. */
const maxTries = 5;
const longestWaitMs = 10_000;

/** Of a person's account, or of a judgehost. */
export type Credentials =
  | { readonly username: string; readonly password: string }
  | { readonly token: string };

/** Requests to one api as one account, each answer parsed by its contract. */
export class Http {
  readonly url: string;
  readonly #authorization: string | undefined;

  constructor(url: string, credentials: Credentials | undefined) {
    this.url = url.replace(/\/$/, '');
    this.#authorization = credentials === undefined ? undefined : authorizationOf(credentials);
  }

  get headers(): Record<string, string> {
    return this.#authorization === undefined ? {} : { authorization: this.#authorization };
  }

  async get<T>(path: string, schema: ZodType<T>): Promise<T> {
    return schema.parse(await this.#json('GET', path));
  }

  async send<T>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    schema: ZodType<T>,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    return schema.parse(await this.#json(method, path, body, headers));
  }

  async #json(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const answer = await this.request(method, path, body, headers);
    const text = await answer.text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  /**
   * What may be repeated is, while the server says that a part of it is away (503 with Retry-After).
   * @throws ClientError for any answer that is not 2xx; Error with the reason when there was none
   */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(method, path, body, headers);
      } catch (error) {
        const waitMs = error instanceof ClientError && error.status === 503 ? error.retryAfterMs : null;
        if (waitMs === null || waitMs > longestWaitMs || attempt >= maxTries) throw error;
        if (!mayBeRepeated(method, body)) throw error;
        await delay(waitMs);
      }
    }
  }

  async #once(
    method: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const answer = await this.#fetch(path, {
      method,
      headers: {
        ...this.headers,
        ...headers,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (answer.ok) return answer;
    const text = await answer.text();
    const retryAfter = answer.headers.get('retry-after');
    throw new ClientError(`${method} ${path}`, answer.status, parseDetails(text), text, retryAfter);
  }

  /** `fetch` calls every trouble "fetch failed". */
  async #fetch(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${this.url}${path}`, init);
    } catch (error) {
      const reason = certificateTrouble(error) ?? innermost(error);
      throw new Error(`${this.url} cannot be reached: ${reason}`, { cause: error });
    }
  }
}

/** It changes nothing, or changes nothing more the second time. */
function mayBeRepeated(method: string, body: unknown): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  return body !== null && typeof body === 'object' && 'idempotencyKey' in body;
}

function authorizationOf(credentials: Credentials): string {
  if ('token' in credentials) return `Bearer ${credentials.token}`;
  const { username, password } = credentials;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return innermost(error.cause);
  // Several addresses that all refused come as one error without words.
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

function parseDetails(text: string): ReturnType<typeof problemDetailsSchema.parse> | undefined {
  try {
    return problemDetailsSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
