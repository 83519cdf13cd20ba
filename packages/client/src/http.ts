import { problemDetailsSchema } from '@sandglass/contracts';
import type { ZodType } from 'zod';
import { certificateTrouble } from './certificate-trouble.ts';
import { ClientError } from './client-error.ts';

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
  ): Promise<T> {
    return schema.parse(await this.#json(method, path, body));
  }

  async #json(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.request(method, path, body);
    const text = await answer.text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  /** @throws ClientError for any answer that is not 2xx; Error with the reason when there was none */
  async request(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await this.#fetch(path, {
      method,
      headers: {
        ...this.headers,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (answer.ok) return answer;
    const text = await answer.text();
    throw new ClientError(`${method} ${path}`, answer.status, parseDetails(text), text);
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
