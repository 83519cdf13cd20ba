import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ServiceError } from './errors.ts';
import { heartbeatVariable } from '@sandglass/service';
import { watchHeartbeat } from './heartbeat-watch.ts';
import type { OrdinaryUser } from './ordinary-user.ts';

export interface ManagedProcessOptions {
  /** What people call it: "PostgreSQL", "api". */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Standard output and error are appended here. */
  readonly logFile: string;
  /** Omitted: the caller's own user. */
  readonly user?: OrdinaryUser;
  /** The signal that asks it to stop; PostgreSQL's fast shutdown is SIGINT. */
  readonly stopSignal?: NodeJS.Signals;
  /** Ends at once when the starter does, however that ended: for tests, which are sometimes killed. */
  readonly diesWithStarter?: boolean;
  /** How long it may take to stop before SIGKILL, ms. */
  readonly stopTimeoutMs?: number;
  /** It beats on a descriptor that it is given, and is killed when it does so no longer: see heartbeat-watch.ts. */
  readonly heartbeat?: boolean;
}

/** Its number in the child: the first after those of every process. */
const heartbeatFd = 3;

/** A pid together with its start time, so that a recycled pid is never mistaken for ours. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Field 22 of /proc/PID/stat, clock ticks since boot. */
  readonly startTicks: string;
}

/** The identity of a living process, or undefined when there is none (a zombie counts as gone). */
export function identify(pid: number): ProcessIdentity | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return { pid, startTicks: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startTicks === identity.startTicks;
}

/** Asks a process to stop, waits, and kills it when the time is over. Nothing happens to another process that got the pid. */
export async function stopProcess(
  identity: ProcessIdentity,
  signal: NodeJS.Signals = 'SIGTERM',
  timeoutMs = 15_000,
): Promise<void> {
  if (!isAlive(identity)) return;
  process.kill(identity.pid, signal);
  const deadline = Date.now() + timeoutMs;
  while (isAlive(identity) && Date.now() < deadline) await delay(25);
  if (isAlive(identity)) {
    process.kill(identity.pid, 'SIGKILL');
    while (isAlive(identity)) await delay(10);
  }
}

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** One child of ours: started, watched, stopped. */
export class ManagedProcess {
  readonly options: ManagedProcessOptions;
  readonly child: ChildProcess;
  readonly identity: ProcessIdentity;
  /** Settles when the process has ended, however it ended. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** ms since the epoch. */
  readonly startedAt = Date.now();
  #stopping = false;
  #hung: string | undefined;
  #lastWords: Promise<void> = Promise.resolve();

  private constructor(options: ManagedProcessOptions, child: ChildProcess, identity: ProcessIdentity) {
    this.options = options;
    this.child = child;
    this.identity = identity;
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    const beats = child.stdio[heartbeatFd];
    if (options.heartbeat !== true || !(beats instanceof Readable)) return;
    const stopWatching = watchHeartbeat(beats, identity.pid, {
      onReason: (why) => {
        this.#hung = why;
      },
      onHung: (why) => {
        // What it said of itself explains more.
        this.#hung ??= why;
        // Also of a process that is being stopped: one that hangs would use up the time it has for that.
        child.kill('SIGKILL');
      },
    });
    this.#lastWords = this.ended.then(stopWatching);
  }

  static async start(options: ManagedProcessOptions): Promise<ManagedProcess> {
    const log = openSync(options.logFile, 'a', 0o600);
    try {
      const [command = '', ...args] = commandLine(options);
      const child = spawn(command, args, {
        cwd: options.cwd ?? '/',
        env: {
          ...baseEnvironment(),
          ...options.env,
          ...(options.heartbeat === true ? { [heartbeatVariable]: String(heartbeatFd) } : {}),
        },
        stdio: ['ignore', log, log, ...(options.heartbeat === true ? ['pipe' as const] : [])],
        detached: true,
        ...(options.user !== undefined && process.getuid?.() === 0
          ? { uid: options.user.uid, gid: options.user.gid }
          : {}),
      });
      await Promise.race([
        once(child, 'spawn'),
        once(child, 'error').then(([cause]: unknown[]) => {
          throw new ServiceError(
            'SERVICE_PROGRAM_MISSING',
            `${options.name} could not be started: ${options.command}: ${String(cause)}`,
            { cause },
          );
        }),
      ]);
      const pid = child.pid ?? -1;
      return new ManagedProcess(options, child, identify(pid) ?? { pid, startTicks: 'ended' });
    } finally {
      closeSync(log);
    }
  }

  /** Why it ended, as far as is known: for those who read that it was started again. */
  async endedBecause(): Promise<string> {
    const { code, signal } = await this.ended;
    await this.#lastWords;
    return this.#hung ?? signal ?? `exit status ${code ?? '?'}`;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await stopProcess(this.identity, this.options.stopSignal ?? 'SIGTERM', this.options.stopTimeoutMs);
    await this.ended;
  }

  /**
   * Polls until `ready` holds.
   * @throws ServiceError with the last lines of the log when the process ends or the time is over.
   */
  async waitUntil(ready: () => Promise<boolean>, timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    let pause = 10;
    while (!(await ready())) {
      if (!isAlive(this.identity)) {
        throw new ServiceError(
          'SERVICE_STOPPED_EARLY',
          `${this.options.name} stopped while starting.\n${this.logTail()}`,
        );
      }
      if (Date.now() > deadline) {
        throw new ServiceError(
          'SERVICE_DID_NOT_START',
          `${this.options.name} was not ready after ${timeoutMs / 1000} s.\n${this.logTail()}`,
        );
      }
      await delay(pause);
      pause = Math.min(pause * 1.5, 200);
    }
  }

  logTail(lines = 15): string {
    try {
      const text = readFileSync(this.options.logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
      return `Last lines of ${this.options.logFile}:\n${text}`;
    } catch {
      return `There is no log at ${this.options.logFile}.`;
    }
  }
}

function commandLine({ command, args, diesWithStarter }: ManagedProcessOptions): string[] {
  // SIGQUIT is PostgreSQL's immediate shutdown, which takes its backends along; the others end by it too.
  return diesWithStarter === true ? ['setpriv', '--pdeathsig', 'QUIT', command, ...args] : [command, ...args];
}

/** What a service needs of the caller's environment, and nothing else: no secret leaks into a child by accident. */
function baseEnvironment(): Record<string, string> {
  const kept: Record<string, string> = { LANG: 'C.UTF-8' };
  for (const name of ['PATH', 'TZ', 'JAVA_HOME', 'SANDGLASS_LOG_LEVEL']) {
    const value = process.env[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
