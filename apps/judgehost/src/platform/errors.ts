import { fillTemplate } from '@sandglass/contracts';

/** The judgehost's catalogue of errors. */
export const judgehostErrors = {
  HOST_CONFIG: 'The environment is wrong: {detail}',
  HOST_API_UNREACHABLE: 'The api at {url} cannot be reached: {cause}',
  HOST_API_REFUSED: 'The api refused {what}: {status} {code}: {detail}',
  HOST_API_ANSWER: 'The api’s answer to {what} is not as agreed: {detail}',
  HOST_LEASE_LOST: 'The lease of task {task} is lost: it is judged elsewhere or no longer due.',
  HOST_FILE_DAMAGED: 'File {sha256} came with other bytes than its name says ({detail}).',
  HOST_DISK: 'The file cache at {folder} cannot be written: {cause}',
  HOST_IMAGE_MISSING: 'This host cannot judge in image "{image}": {cause}',
  HOST_SLOT_BROKEN: 'Slot {ordinal} cannot be used: {cause}',
  HOST_INTERNAL: 'The judgehost failed: {cause}',
} as const;

export type JudgehostErrorCode = keyof typeof judgehostErrors;

/** Thrown by the judgehost's own parts; `code` is reported with a task that failed. */
export class JudgehostError extends Error {
  override readonly name = 'JudgehostError';
  readonly code: JudgehostErrorCode;

  constructor(
    code: JudgehostErrorCode,
    values: Readonly<Record<string, string | number>>,
    options?: { cause: unknown },
  ) {
    super(fillTemplate(judgehostErrors[code], values), options);
    this.code = code;
  }
}

/** The api answered, and its answer was no: repeating the request would not help. */
export class ApiRefused extends JudgehostError {
  readonly status: number;
  /** Code of the api's error catalogue. */
  readonly apiCode: string;

  constructor(what: string, status: number, apiCode: string, detail: string) {
    super('HOST_API_REFUSED', { what, status, code: apiCode, detail });
    this.status = status;
    this.apiCode = apiCode;
  }
}

/** The api could not be asked, or had trouble of its own: the request may be repeated. */
export class ApiUnreachable extends JudgehostError {
  constructor(url: string, cause: string, options?: { cause: unknown }) {
    super('HOST_API_UNREACHABLE', { url, cause }, options);
  }
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Connection errors of several addresses come as an AggregateError with an empty message.
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

/** Code of whichever catalogue the error comes from. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'HOST_INTERNAL';
}
