/** The thread beside the event loop: see loop-watch.ts. It uses nothing that the loop would have to answer for. */
import { write, writeFile } from 'node:fs';
import inspector from 'node:inspector';
import { setTimeout as pause } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { hungPrefix } from './heartbeat.ts';
import { restartNote } from './restart-note.ts';
import { isTraced, StallClock } from './stall-clock.ts';
import { shared, type WatcherData } from './watcher-data.ts';

const everyMs = 200;
/** The loop's own code says within this where it is, or it does not say. As the stall itself, it is counted without excuses. */
const stackWithinMs = 2_300;
const stackWithinInAnyCaseMs = 6_000;
/** A disk or a reader that does not take the reason must not keep the process alive. */
const reportWithinMs = 300;
const mostFrames = 8;

const { memory, hungAfterMs, heartbeatFd, logLine, noteFile } = workerData as WatcherData;
const cells = new Int32Array(memory);
/** In /proc the first thread of a process has the process's number; it is the one of the event loop. */
const loopThread = `/proc/self/task/${String(process.pid)}`;
const clock = new StallClock(everyMs);
let ending = false;

setInterval(() => {
  if (ending) return;
  const blockedMs = clock.turn({
    nowMs: performance.now(),
    progress: turns(),
    ...clock.excuses(loopThread),
  });
  if (blockedMs < hungAfterMs) return;
  if (Atomics.load(cells, shared.debugged) === 1 || isTraced('/proc/self')) {
    clock.forget();
    return;
  }
  ending = true;
  void end(blockedMs);
}, everyMs);

function turns(): number {
  return Atomics.load(cells, shared.turns);
}

async function end(blockedMs: number): Promise<void> {
  const before = turns();
  const where = await blockedAt();
  if (turns() !== before) {
    // It has just come back.
    clock.forget();
    ending = false;
    return;
  }
  const place = where[0] === undefined ? '' : ` in ${where[0]}`;
  const why = `its event loop was blocked for ${(blockedMs / 1000).toFixed(1)} s${place}`;
  await report(why, where);
  process.kill(process.pid, 'SIGKILL');
}

/** In the log, to the starter, and in a file for the next start; each in a thread of its own. */
async function report(why: string, where: readonly string[]): Promise<void> {
  const time = new Date().toISOString();
  const line = { ...logLine, time, where, msg: `the process ends itself to be started again: ${why}` };
  const reports = [
    written(1, `${JSON.stringify(line)}\n`),
    ...(heartbeatFd === null ? [] : [written(heartbeatFd, `${hungPrefix}${why}\n`)]),
    ...(noteFile === undefined ? [] : [fileWritten(noteFile, restartNote({ at: time, why }))]),
  ];
  await Promise.race([Promise.all(reports), pause(reportWithinMs)]);
}

function written(fd: number, text: string): Promise<void> {
  return new Promise((resolve) => {
    write(fd, text, () => resolve());
  });
}

function fileWritten(file: string, text: string): Promise<void> {
  return new Promise((resolve) => {
    writeFile(file, text, { mode: 0o600 }, () => resolve());
  });
}

/** The innermost functions of the loop's thread; empty when it is in none of JavaScript. */
async function blockedAt(): Promise<string[]> {
  const session = new inspector.Session();
  try {
    session.connectToMainThread();
    const files = new Map<string, string>();
    session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url));
    const paused = new Promise<string[]>((resolve) => {
      session.on('Debugger.paused', ({ params }) =>
        resolve(params.callFrames.map((frame) => placeOf(frame, files))),
      );
    });
    session.post('Debugger.enable');
    session.post('Debugger.pause');
    const frames = await Promise.race([paused, stackTimeIsOver()]);
    return frames.slice(0, mostFrames);
  } catch {
    return [];
  } finally {
    session.disconnect();
  }
}

/** A machine that is overloaded gets the time that it takes from the loop. */
async function stackTimeIsOver(): Promise<never[]> {
  const patience = new StallClock(everyMs);
  const last = performance.now() + stackWithinInAnyCaseMs;
  const waitedMs = () =>
    patience.turn({ nowMs: performance.now(), progress: 0, ...patience.excuses(loopThread) });
  while (waitedMs() < stackWithinMs && performance.now() < last) await pause(everyMs);
  return [];
}

/** Names of functions and files only: values may be secrets. */
function placeOf(
  { functionName, location }: inspector.Debugger.CallFrame,
  files: ReadonlyMap<string, string>,
): string {
  const url = files.get(location.scriptId) ?? '';
  const file = url.replace(/^file:\/\//, '').replace(/^.*\/((?:apps|packages|native|node_modules)\/)/, '$1');
  return `${functionName === '' ? 'a function' : functionName} (${file}:${String(location.lineNumber + 1)})`;
}
