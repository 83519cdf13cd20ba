import type { ProblemDetails } from '@sandglass/contracts';

/** The api refused a request; `details` is its RFC 9457 body where it sent one. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly status: number;
  readonly details: ProblemDetails | undefined;
  /** When the server wants to be asked again, ms from the answer; null: it did not say. */
  readonly retryAfterMs: number | null;

  /** @param retryAfter the header's seconds */
  constructor(
    what: string,
    status: number,
    details: ProblemDetails | undefined,
    text: string,
    retryAfter: string | null = null,
  ) {
    const fields = details?.errors?.map(({ path, message }) => `\n  ${path}: ${message}`).join('') ?? '';
    super(`${what}: ${status} ${details?.detail ?? text.slice(0, 500)}${fields}`);
    this.status = status;
    this.details = details;
    this.retryAfterMs =
      retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;
  }

  get code(): string | undefined {
    return this.details?.code;
  }
}
