import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { delay, watchHeartbeat } from '@sandglass/local-services';
import { heartbeatVariable, restartNote, restartVariable } from '@sandglass/service';
import { complain } from '../platform/terminal.ts';

/** The first descriptor after those of every process. */
const heartbeatFd = 3;
/** A process that lived for this long has not died of its start, ms. */
const soundMs = 60_000;
const longestPauseMs = 30_000;

/**
 * Runs a judgehost in the foreground. One that a signal ends, or that hangs and is ended, is started again; one that ends
 * by itself has said why: it would end again for the same reason.
 * @param settings of its environment
 * @returns the exit status for the command
 */
export async function keepRunning(
  command: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<number> {
  const run: Run = { child: undefined, stopping: false };
  const passOn = (signal: NodeJS.Signals): void => {
    run.stopping = true;
    run.child?.kill(signal);
  };
  for (const signal of stopSignals) process.on(signal, passOn);
  try {
    return await repeat(run, command, args, settings);
  } finally {
    for (const signal of stopSignals) process.off(signal, passOn);
  }
}

const stopSignals = ['SIGINT', 'SIGTERM'] as const;

interface Run {
  child: ChildProcess | undefined;
  stopping: boolean;
}

async function repeat(
  run: Run,
  command: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<number> {
  let failures = 0;
  for (let why: Record<string, string> = {}; ;) {
    const startedMs = performance.now();
    const started = spawn(command, args, {
      stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        ...settings,
        ...why,
        [heartbeatVariable]: String(heartbeatFd),
      },
    });
    run.child = started;
    let hung: string | undefined;
    let lastWords = async (): Promise<void> => {};
    const beats = started.stdio[heartbeatFd];
    if (beats instanceof Readable && started.pid !== undefined) {
      lastWords = watchHeartbeat(beats, started.pid, {
        onReason: (reason) => {
          hung = reason;
        },
        onHung: (found) => {
          hung ??= found;
          started.kill('SIGKILL');
        },
      });
    }
    const [code, signal] = (await once(started, 'exit')) as [number | null, NodeJS.Signals | null];
    await lastWords();
    if (run.stopping) return code ?? 0;
    if (code !== null) return code;
    const reason = hung ?? String(signal);
    complain(`the judgehost was ended (${reason}); starting it again`);
    why = { [restartVariable]: restartNote({ at: new Date().toISOString(), why: reason }) };
    failures = performance.now() - startedMs > soundMs ? 0 : failures + 1;
    await delay(Math.min(250 * 2 ** failures, longestPauseMs));
    // A signal may have come in the meantime.
    if (run.stopping) return 0;
  }
}
