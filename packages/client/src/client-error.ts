import type { ProblemDetails } from '@sandglass/contracts';

/** The api refused a request; `details` is its RFC 9457 body where it sent one. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly status: number;
  readonly details: ProblemDetails | undefined;

  constructor(what: string, status: number, details: ProblemDetails | undefined, text: string) {
    const fields = details?.errors?.map(({ path, message }) => `\n  ${path}: ${message}`).join('') ?? '';
    super(`${what}: ${status} ${details?.detail ?? text.slice(0, 500)}${fields}`);
    this.status = status;
    this.details = details;
  }

  get code(): string | undefined {
    return this.details?.code;
  }
}
