/**
 * Hears whether the event loop of a child beats. The child watches itself and ends itself when its loop is blocked
 * (packages/service); this is for one that cannot: it was stopped by a signal, or all of its threads are stuck.
 */
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { hungPrefix, isTraced, StallClock, stateOf } from '@sandglass/service';

/** Later than the child itself notices and has said where it is blocked: that explains more. */
const silentAfterMs = 7_000;
/** A process that a signal has stopped does not go on by itself, and no trouble of a host looks like that. */
const stoppedAfterMs = 3_000;
const everyMs = 250;
/** The child is less trusted than its starter: no line of it may be longer, bytes. */
const longestLine = 2_000;
/** Its end may be known before its last words have been read, ms. */
const lastWordsMs = 250;

export interface HeartbeatEvents {
  /** It is about to end itself, and says why. */
  readonly onReason: (why: string) => void;
  /** It beats no longer. */
  readonly onHung: (why: string) => void;
}

/** @param pid of the child @returns ends the watch of a child that has ended; resolves when its last words were heard */
export function watchHeartbeat(beats: Readable, pid: number, events: HeartbeatEvents): () => Promise<void> {
  const folder = `/proc/${String(pid)}`;
  const clock = new StallClock(everyMs);
  let heard = 0;
  let rest = '';
  beats.on('data', (chunk: Buffer) => {
    heard += 1;
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = (lines.pop() ?? '').slice(0, longestLine);
    for (const line of lines) {
      if (line.startsWith(hungPrefix)) events.onReason(plain(line.slice(hungPrefix.length)));
    }
  });
  // Its end is seen by who waits for the process.
  beats.on('error', () => {});
  const timer = setInterval(() => {
    // From the first beat on: until then it starts, which has limits of its own.
    if (heard === 0) return;
    const blockedMs = clock.turn({
      nowMs: performance.now(),
      progress: heard,
      ...clock.excuses(folder),
    });
    if (blockedMs < stoppedAfterMs) return;
    const state = stateOf(folder);
    if (state !== 'T' && blockedMs < silentAfterMs) return;
    clock.forget();
    if (isTraced(folder)) return;
    events.onHung(`${whatItIs(state)} for ${(blockedMs / 1000).toFixed(1)} s`);
  }, everyMs);
  timer.unref();
  const closed = new Promise<void>((resolve) => {
    beats.once('close', resolve);
  });
  return async () => {
    clearInterval(timer);
    await Promise.race([closed, pause(lastWordsMs, undefined, { ref: false })]);
    beats.destroy();
  };
}

/** @param state of proc_pid_stat(5) */
function whatItIs(state: string): string {
  if (state === 'T') return 'it did not answer, stopped by a signal,';
  if (state === 'D') return 'it did not answer, stuck in the kernel,';
  return 'its event loop did not answer';
}

/** One line of printable text. */
function plain(text: string): string {
  return text
    .slice(0, longestLine)
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim();
}
