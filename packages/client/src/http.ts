import { problemDetailsSchema } from '@sandglass/contracts';
import type { ZodType } from 'zod';
import { ClientError } from './client-error.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Requests to one api as one account, each answer parsed by its contract. */
export class Http {
  readonly url: string;
  readonly #authorization: string | undefined;

  constructor(url: string, credentials: Credentials | undefined) {
    this.url = url.replace(/\/$/, '');
    this.#authorization =
      credentials === undefined
        ? undefined
        : `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
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

  /** @throws ClientError for any answer that is not 2xx */
  async request(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await fetch(`${this.url}${path}`, {
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
}

function parseDetails(text: string): ReturnType<typeof problemDetailsSchema.parse> | undefined {
  try {
    return problemDetailsSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
