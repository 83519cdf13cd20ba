/**
 * The one place that talks to the api. Answers are parsed with the contract's schema on
 * arrival; errors become `ApiError`, `NetworkError` or `ContractError`.
 */
import type { z } from 'zod';
import { ContractError, NetworkError, toApiError, type ApiError } from './api-error.ts';
import { FirstAnswers, documentGrown } from './first-answers.ts';

/** The csrf token of the session; set whenever a session answer arrives. */
let csrfToken: string | null = null;
let onUnauthorized: () => void = () => {};
let renewCsrfToken: () => Promise<boolean> = () => Promise.resolve(false);

/** What comes with the page; in a test there is no page. */
const firstAnswers = typeof document === 'undefined' ? null : new FirstAnswers(document, documentGrown);

export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** Called when the session turns out to have ended (status 401 on anything). */
export function setUnauthorizedHandler(handler: () => void): void {
  onUnauthorized = handler;
}

/**
 * Called when the token was refused: the session was renewed elsewhere, in another tab mostly.
 * Answers true when the request may be made again, as the same person.
 */
export function setCsrfRenewal(renew: () => Promise<boolean>): void {
  renewCsrfToken = renew;
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  json?: unknown;
  query?: Record<string, string | number | undefined>;
  signal?: AbortSignal;
  /** Told when the answer came, by this machine's clock, ms: it may have come with the page, a while ago. */
  onAnswered?: (at: number) => void;
}

function addressOf(path: string, query: RequestOptions['query']): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  if (entries.length === 0) return path;
  return `${path}?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()}`;
}

/** Headers that prove a changing request was made by this page. */
export function csrfHeaders(): Record<string, string> {
  return csrfToken === null ? {} : { 'x-csrf-token': csrfToken };
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const method = options.method ?? 'GET';
  const headers: Record<string, string> = { accept: 'application/json' };
  if (options.json !== undefined) headers['content-type'] = 'application/json';
  if (method !== 'GET') Object.assign(headers, csrfHeaders());
  try {
    return await fetch(addressOf(path, options.query), {
      method,
      headers,
      credentials: 'same-origin',
      ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkError(error);
  }
}

/** Sends, and once more when only the csrf token was out of date. Throws on every error answer. */
async function exchange(path: string, options: RequestOptions): Promise<Response> {
  const first = await send(path, options);
  if (first.ok) return first;
  const error = await failureOf(first);
  if (error.code === 'CSRF_TOKEN_WRONG' && (await renewCsrfToken())) {
    const second = await send(path, options);
    if (second.ok) return second;
    throw await failureOf(second);
  }
  if (error.status === 401) onUnauthorized();
  throw error;
}

async function failureOf(response: Response): Promise<ApiError> {
  return toApiError(response.status, await bodyOf(response), response.headers.get('retry-after'));
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** The body of a good answer. A connection that breaks in the middle of it is the network's fault, not the contract's. */
async function answerOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkError(error);
  }
}

/** Parses what a schema says must be there. Throws `ContractError`. */
export function parseAnswer<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    console.error(`contract broken by ${path}`, parsed.error.issues);
    throw new ContractError(path, parsed.error);
  }
  return parsed.data;
}

function pageCameAt(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return performance.timeOrigin + (page?.responseStart ?? 0);
}

/** A request whose answer is JSON of the given schema. */
export async function request<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  options: RequestOptions = {},
): Promise<z.output<Schema>> {
  const first =
    (options.method ?? 'GET') === 'GET'
      ? await firstAnswers?.take(addressOf(path, options.query), performance.now())
      : undefined;
  if (first !== undefined) {
    options.onAnswered?.(pageCameAt());
    return parseAnswer(schema, path, first);
  }
  const body = await answerOf(await exchange(path, options));
  options.onAnswered?.(Date.now());
  return parseAnswer(schema, path, body);
}

/** A request whose answer has no body of interest. */
export async function requestNothing(path: string, options: RequestOptions = {}): Promise<void> {
  await exchange(path, options);
}
