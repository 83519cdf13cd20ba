import { type FieldError, problemDetailsSchema } from '@sandglass/contracts';

/** An error answer of the api, with its problem details (RFC 9457). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly requestId: string | null;
  readonly fields: readonly FieldError[];
  /** When the server wants to be asked again, ms from the answer; null: it did not say. */
  readonly retryAfterMs: number | null;
  /** What `?confirm=` takes to have it done nevertheless; null: it cannot be confirmed. */
  readonly confirm: string | null;

  constructor(details: {
    status: number;
    code: string;
    title: string;
    detail: string;
    requestId?: string | null;
    fields?: readonly FieldError[];
    retryAfterMs?: number | null;
    confirm?: string | null;
  }) {
    super(details.detail);
    this.name = 'ApiError';
    this.status = details.status;
    this.code = details.code;
    this.title = details.title;
    this.requestId = details.requestId ?? null;
    this.fields = details.fields ?? [];
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.confirm = details.confirm ?? null;
  }

  /** The message for a field, by the first segment of its path: `files[0].name` belongs to `files`. */
  field(name: string): string | null {
    const own = this.fields.filter((error) => error.path.split(/[.[]/, 1)[0] === name);
    return own.length === 0 ? null : own.map((error) => error.message).join('\n');
  }
}

/** No answer came: the connection is down, or the server is. Trying again is safe. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached. Check the connection and try again.', { cause });
    this.name = 'NetworkError';
  }
}

/** The answer was not what the contract says: web app and server are of different versions. */
export class ContractError extends Error {
  readonly path: string;

  /** @param path for the console: to a person an address says nothing */
  constructor(path: string, cause: unknown) {
    super('This page and the server are of different versions. Reload the page.', { cause });
    this.path = path;
    this.name = 'ContractError';
  }
}

/** Makes an `ApiError` of a response's body, for any body. @param retryAfter the header's seconds */
export function toApiError(status: number, body: unknown, retryAfter: string | null = null): ApiError {
  const retryAfterMs = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;
  const parsed = problemDetailsSchema.safeParse(body);
  if (!parsed.success) {
    return new ApiError({
      status,
      code: 'UNKNOWN',
      title: 'The server does not answer',
      detail: withoutWords(status),
      retryAfterMs,
    });
  }
  const { code, title, detail, instance, errors, confirm } = parsed.data;
  return new ApiError({
    status,
    code,
    title,
    detail,
    requestId: instance ?? null,
    fields: errors ?? [],
    confirm: confirm ?? null,
    retryAfterMs,
  });
}

/** Something between the page and the server has answered, such as a proxy that does not reach the server. */
function withoutWords(status: number): string {
  return status >= 500
    ? 'The server does not answer at the moment. Try again in a few seconds.'
    : 'The server refused this without a reason. Reload the page and try again.';
}

/** What a person reads about any error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
