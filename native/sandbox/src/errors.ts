/** The sandbox's catalogue of errors: code, and a message that says what would be right. */
export const sandboxErrors = {
  NOT_ROOT:
    'The sandbox needs root or a broker: start the judgehost as root (it drops privileges itself) or pass SANDGLASS_BROKER_FD.',
  NOT_BUILT: 'The native sandbox is not built: run native/sandbox/build.sh.',
  VERSION: 'The native sandbox was built from other sources than this program: run native/sandbox/build.sh.',
  BROKER_SILENT:
    'The sandbox broker does not answer: the host is overloaded or the broker hangs; restart the judgehost.',
  BROKER_LOST: 'The sandbox broker ended: restart the judgehost.',
  SLOT_BUILD: 'The slot could not be built.',
  SETUP: 'The run could not be set up.',
  SUPERVISOR_LOST: 'The slot’s supervisor ended during the run; the slot is rebuilt.',
  UNREADABLE:
    'An answer of the native sandbox cannot be read: build it from the same checkout (native/sandbox/build.sh).',
  COLLECT: 'A file named in collect could not be taken out of the box.',
  OPEN: 'A file named in the run could not be opened.',
  CLOSED: 'The slot is closed.',
  INVALID: 'The request is not valid.',
} as const;

export type SandboxErrorCode = keyof typeof sandboxErrors;

/**
 * Thrown when a run or a slot could not be set up. It is never a verdict: the program was not run, or its
 * result is unknown. `step` names the set-up step that failed and `errno` the kernel's answer, where there is one.
 */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;
  readonly step: string | undefined;
  readonly errno: number | undefined;

  constructor(code: SandboxErrorCode, detail: { step?: string; errno?: number; text?: string } = {}) {
    const parts: string[] = [sandboxErrors[code]];
    if (detail.text !== undefined) parts.push(detail.text);
    if (detail.step !== undefined) parts.push(`Step: ${detail.step}.`);
    if (detail.errno !== undefined) parts.push(`errno ${String(detail.errno)}.`);
    super(parts.join(' '));
    this.name = 'SandboxError';
    this.code = code;
    this.step = detail.step;
    this.errno = detail.errno;
  }
}
