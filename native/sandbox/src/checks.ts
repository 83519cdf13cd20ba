/** What a request may hold, checked before it is sent: the error names the field. And what an answer may not. */
import { SandboxError } from './errors.ts';

export function invalid(text: string): SandboxError {
  return new SandboxError('INVALID', { text: `${text}.` });
}

/** For an answer that is none: the native part is another build's, or its memory is broken. */
export function unreadable(text: string): SandboxError {
  return new SandboxError('UNREADABLE', { text });
}

/** Any error that was thrown while an answer was read, as an error of the catalogue. */
export function asUnreadable(error: unknown): SandboxError {
  if (error instanceof SandboxError) return error;
  return unreadable(`${error instanceof Error ? error.message : String(error)}.`);
}

export function whole(value: number, what: string, least: number): number {
  if (!Number.isSafeInteger(value) || value < least) {
    throw invalid(`${what} must be a whole number of at least ${String(least)}, not ${String(value)}`);
  }
  return value;
}
