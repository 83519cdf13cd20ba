/**
 * The submissions that are on their way, by panel. They go on when the page of the problem is left: the panel of one who
 * comes back says so, and says afterwards what became of them.
 */
import type { SubmissionSummary, SubmitRequest } from '@sandglass/contracts';
import { ApiError, NetworkError } from '../../api/api-error.ts';
import { whenBack } from '../../api/when-back.ts';
import { formatInstant, serverTimeOf } from '../../lib/time.ts';
import { type PanelPlace, nameOf } from './kept-form.ts';
import { answered, keyFor } from './unanswered.ts';

/** After so long without an answer the panel says so, ms. */
export const silentAfterMs = 5_000;
/** So long an answer is waited for; the server takes no upload that lasts longer, ms. */
export const waitMs = 30_000;

/** Nothing is lost and nothing is doubled: the form stays, and the same content carries the same key. */
const pressAgain = 'What you submit is kept here, and pressing Submit again makes no second submission.';

export type SubmitBody = Omit<SubmitRequest, 'idempotencyKey'>;

export interface Sending {
  /** `silent`: no answer for some seconds. `unavailable`: the server answers that it cannot take it now; it is sent again. */
  readonly phase: 'idle' | 'sending' | 'silent' | 'unavailable';
  /** Since when the phase lasts, by this machine's clock, ms. */
  readonly since: number;
  /** Why the last one failed; null: it did not. */
  readonly error: unknown;
  /** What the last one became, until that was seen. */
  readonly accepted: SubmissionSummary | null;
}

/** Sends once. */
export type Send = (body: SubmitRequest, signal: AbortSignal) => Promise<SubmissionSummary>;

const idle: Sending = { phase: 'idle', since: 0, error: null, accepted: null };
const states = new Map<string, Sending>();
const underWay = new Map<string, AbortController>();
const listeners = new Set<() => void>();

/** @returns the same one until something of it changes */
export function sendingOf(place: PanelPlace): Sending {
  return states.get(nameOf(place)) ?? idle;
}

/** What became of the last one was seen. */
export function forgetOutcome(place: PanelPlace): void {
  const { error, accepted } = sendingOf(place);
  if (error !== null || accepted !== null) change(nameOf(place), { error: null, accepted: null });
}

export function onSending(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Sends a submission once per press. When no answer came, the next press of the same content repeats the same key:
 * should the first have arrived after all, the api answers with it. A press in the silence gives the first request up: its
 * connection may be broken, with nobody to say so.
 * @returns null: it failed (the state has the error), another one is on its way, or a later press has taken its place
 */
export async function sendFrom(
  place: PanelPlace,
  body: SubmitBody,
  send: Send,
): Promise<SubmissionSummary | null> {
  const name = nameOf(place);
  // Read here, and not from what was drawn: a second click may come before the next render.
  if (underWay.has(name) && sendingOf(place).phase !== 'silent') return null;
  underWay.get(name)?.abort();
  const own = new AbortController();
  underWay.set(name, own);
  const isCurrent = (): boolean => underWay.get(name) === own;
  const enter = (phase: Sending['phase'], since = Date.now()): void => {
    if (isCurrent() && states.get(name)?.phase !== phase) change(name, { phase, since });
  };
  states.set(name, idle);
  enter('sending');
  const idempotencyKey = keyFor(name, JSON.stringify(body));
  /** When the server was last heard, at first: when Submit was pressed. */
  let heardAt = Date.now();
  let unavailableSince: number | null = null;

  async function once(): Promise<SubmissionSummary> {
    const silence = setTimeout(() => enter('silent'), silentAfterMs);
    try {
      return await send({ ...body, idempotencyKey }, own.signal);
    } catch (failure) {
      if (isUnavailable(failure)) {
        heardAt = Date.now();
        unavailableSince ??= heardAt;
        enter('unavailable', unavailableSince);
      }
      throw failure;
    } finally {
      clearTimeout(silence);
    }
  }

  const end = setTimeout(() => {
    const isHeard = unavailableSince !== null && sendingOf(place).phase === 'unavailable';
    own.abort(isHeard ? unavailable(unavailableSince) : silent(Date.now() - heardAt));
  }, waitMs);
  try {
    const summary = await whenBack(once, (ms) => sleep(ms, own.signal));
    if (!isCurrent()) return null;
    answered(name);
    change(name, { accepted: summary });
    return summary;
  } catch (failure) {
    // The key stays where this try was refused, such as for a session that had ended: an earlier one may have arrived.
    if (isCurrent()) {
      change(name, { error: own.signal.aborted ? own.signal.reason : inWords(failure, unavailableSince) });
    }
    return null;
  } finally {
    clearTimeout(end);
    if (isCurrent()) {
      enter('idle');
      underWay.delete(name);
    }
  }
}

/** What a person reads while it is not known whether it has arrived; null: there is nothing to say yet. */
export function waitingText({ phase, since }: Sending): string | null {
  if (phase === 'silent') return `No answer yet. ${pressAgain}`;
  if (phase === 'unavailable')
    return `${unavailableText(since)} Your submission is sent again automatically. ${pressAgain}`;
  return null;
}

function silent(forMs: number): Error {
  return new Error(`The server has not answered for ${Math.round(forMs / 1000)} seconds. ${pressAgain}`);
}

function unavailable(since: number | null): Error {
  return new Error(`${unavailableText(since ?? Date.now())} ${pressAgain}`);
}

function unavailableText(since: number): string {
  return `The server has been unavailable since ${formatInstant(serverTimeOf(since))}.`;
}

function inWords(failure: unknown, unavailableSince: number | null): unknown {
  if (failure instanceof NetworkError) return new Error(`${failure.message} ${pressAgain}`);
  // What was refused once has words of its own.
  const isLasting = unavailableSince !== null && Date.now() - unavailableSince > 1000;
  return isLasting && isUnavailable(failure) ? unavailable(unavailableSince) : failure;
}

function isUnavailable(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 503;
}

function change(name: string, to: Partial<Sending>): void {
  states.set(name, { ...(states.get(name) ?? idle), ...to });
  for (const listener of listeners) listener();
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
