/**
 * The one place that talks to the api. Answers are parsed with the contract's schema on
 * arrival; errors become `ApiError`, `NetworkError` or `ContractError`.
 */
import { accountHeader } from '@sandglass/contracts';
import type { z } from 'zod';
import { anySignal } from './any-signal.ts';
import { ApiError, ContractError, NetworkError, toApiError } from './api-error.ts';
import { PreloadedData, documentGrown } from './preloaded-data.ts';

/** The csrf token of the session; set whenever a session answer arrives. */
let csrfToken: string | null = null;
/** Whose page this is; null: a visitor's, or not known yet. */
let pageAccount: string | null = null;
let onUnauthorized: () => void = () => {};
let onAccountChanged: () => void = () => {};
let renewCsrfToken: () => Promise<boolean> = () => Promise.resolve(false);

/** What comes with the page; in a test there is no page. */
const preloadedData = typeof document === 'undefined' ? null : new PreloadedData(document, documentGrown);

export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** Every request says so; the api refuses it where the browser is logged in as another one by now. */
export function setPageAccount(accountId: string | null): void {
  pageAccount = accountId;
}

/** An answer has said that the browser is logged in with another account than the page's. */
export function noteAccountChanged(): void {
  onAccountChanged();
}

/** Called when the browser turns out to be logged in as another account than the page's. */
export function setAccountChangedHandler(handler: () => void): void {
  onAccountChanged = handler;
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
  /** Beside the usual ones. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** The version that is changed: another one is refused with 412. */
  ifMatch?: string | undefined;
  /** What is there already is refused: it is to be made, not changed. */
  onlyNew?: boolean;
  /** Called with the ETag of the answer; null: it has none. */
  onVersion?: (etag: string | null) => void;
  /**
   * Called with the time at which the answer came, by this machine's clock, ms: it may have come with the page, a while
   * ago.
   */
  onAnswered?: (at: number) => void;
}

function addressOf(path: string, query: RequestOptions['query']): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  if (entries.length === 0) return path;
  return `${path}?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()}`;
}

/** Whose page asks; and for a request that changes something the proof that this page makes it. */
export function pageHeaders(changes: boolean): Record<string, string> {
  return {
    ...(pageAccount === null ? {} : { [accountHeader]: pageAccount }),
    ...(changes && csrfToken !== null ? { 'x-csrf-token': csrfToken } : {}),
  };
}

/** A question that is held somewhere on its way would never be asked again, ms. */
const answerWithinMs = 30_000;

function signalOf(method: string, signal: AbortSignal | undefined): { signal?: AbortSignal } {
  const bound = method === 'GET' ? [AbortSignal.timeout(answerWithinMs)] : [];
  const one = anySignal([...bound, ...(signal === undefined ? [] : [signal])]);
  return one === undefined ? {} : { signal: one };
}

/** @throws ApiError for every error answer, NetworkError */
async function send(path: string, options: RequestOptions): Promise<Response> {
  const method = options.method ?? 'GET';
  const headers: Record<string, string> = { accept: 'application/json', ...pageHeaders(method !== 'GET') };
  if (options.json !== undefined) headers['content-type'] = 'application/json';
  Object.assign(headers, options.headers);
  if (options.ifMatch !== undefined) headers['if-match'] = options.ifMatch;
  if (options.onlyNew === true) headers['if-none-match'] = '*';
  const response = await fetched(addressOf(path, options.query), {
    method,
    headers,
    credentials: 'same-origin',
    ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
    ...signalOf(method, options.signal),
  });
  if (!response.ok) throw await failureOf(response);
  return response;
}

async function fetched(address: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(address, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkError(error);
  }
}

/** Sends, and once more when only the csrf token was out of date. An ended session and a changed account are made known. */
export async function withSession<Answer>(sending: () => Promise<Answer>): Promise<Answer> {
  try {
    return await sending();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'CSRF_TOKEN_WRONG' && (await renewCsrfToken())) return sending();
    if (error.code === 'ACCOUNT_CHANGED') noteAccountChanged();
    if (error.status === 401) onUnauthorized();
    throw error;
  }
}

function exchange(path: string, options: RequestOptions): Promise<Response> {
  return withSession(() => send(path, options));
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
      ? await preloadedData?.take(addressOf(path, options.query), performance.now())
      : undefined;
  if (first !== undefined) {
    options.onAnswered?.(pageCameAt());
    return parseAnswer(schema, path, first);
  }
  const response = await exchange(path, options);
  options.onVersion?.(response.headers.get('etag'));
  const body = await answerOf(response);
  options.onAnswered?.(Date.now());
  return parseAnswer(schema, path, body);
}

/** A request whose answer has no body of interest. */
export async function requestNothing(path: string, options: RequestOptions = {}): Promise<void> {
  await exchange(path, options);
}

/** A file that the api makes, such as a PDF. */
export async function requestBlob(path: string, options: RequestOptions = {}): Promise<Blob> {
  return (await exchange(path, options)).blob();
}
