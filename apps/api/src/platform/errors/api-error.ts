import { fillTemplate, type FieldError, type ProblemDetails } from '@sandglass/contracts';
import { catalogue, type ErrorCode } from './catalogue.ts';

type Values = Readonly<Record<string, string | number>>;

interface Extra {
  readonly fields?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
  /** What the query's `confirm` takes to have it done nevertheless. */
  readonly confirm?: string;
}

/** Thrown where a request cannot be served; the error handler makes the answer of it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  readonly confirm: string | undefined;

  constructor(code: ErrorCode, values: Values = {}, extra: Extra = {}) {
    super(fillTemplate(catalogue[code].message, values));
    this.code = code;
    this.fields = extra.fields ?? [];
    this.headers = extra.headers ?? {};
    this.confirm = extra.confirm;
  }

  get status(): number {
    return catalogue[this.code].status;
  }

  /** RFC 9457 body. @param instance the request id, as in the logs */
  toProblemDetails(instance: string): ProblemDetails {
    return {
      type: `/docs/errors#${this.code.toLowerCase().replaceAll('_', '-')}`,
      title: catalogue[this.code].title,
      status: this.status,
      detail: this.message,
      code: this.code,
      instance,
      ...(this.fields.length === 0 ? {} : { errors: [...this.fields] }),
      ...(this.confirm === undefined ? {} : { confirm: this.confirm }),
    };
  }
}

const maxFields = 200;

/** A body of a hundred thousand wrong fields must not become an answer of as many lines. */
export function firstFields(fields: readonly FieldError[]): FieldError[] {
  return fields.slice(0, maxFields);
}

/** An error of a request's fields; the first is in the message, and how many there are. */
export function fieldErrors(
  code:
    | 'REQUEST_INVALID'
    | 'SUBMISSION_INVALID'
    | 'CONTEST_INVALID'
    | 'USERS_INVALID'
    | 'PEOPLE_INVALID'
    | 'REGISTRATION_INVALID',
  fields: readonly FieldError[],
): ApiError {
  const first = fields[0];
  const reason = first === undefined ? 'see the documentation' : `${first.path} ${first.message}`.trim();
  return new ApiError(
    code,
    { reason: fields.length > 1 ? `${reason} (and ${fields.length - 1} more)` : reason },
    { fields: firstFields(fields) },
  );
}
