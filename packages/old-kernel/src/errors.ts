/** The catalogue of errors of the old-kernel machine: code, and a message that says what happened. */
export const oldKernelErrors = {
  NOT_READY: 'The machine with the old kernel cannot be started here.',
  TIMEOUT: 'The machine with the old kernel did not finish in time and was ended.',
  ABORTED: 'The machine with the old kernel was ended by its caller.',
  NO_RESULT: 'The machine with the old kernel stopped without reporting how its job ended.',
  GUEST_FILE: 'A file for the machine with the old kernel cannot be used.',
} as const;

export type OldKernelErrorCode = keyof typeof oldKernelErrors;

/** Thrown when a job could not be run to its end; a job that ends with a status is never an error. */
export class OldKernelError extends Error {
  readonly code: OldKernelErrorCode;
  /** What the job had printed until then. */
  readonly output: string;

  constructor(code: OldKernelErrorCode, detail: string, output = '') {
    super(`${oldKernelErrors[code]} ${detail}`);
    this.name = 'OldKernelError';
    this.code = code;
    this.output = output;
  }
}
