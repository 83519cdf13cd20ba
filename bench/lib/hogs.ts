/** Programs that take the cores away from everything else that runs. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

export interface HogsOptions {
  /** For each core that this process may use. The more, the less of it is left for another program. */
  readonly perCore: number;
  /** They end by themselves after this long, s. */
  readonly longestS: number;
}

/** They run from the start until they are disposed of, and die with the process that started them. */
export class Hogs implements AsyncDisposable {
  readonly #hogs: readonly ChildProcess[];

  constructor({ perCore, longestS }: HogsOptions) {
    this.#hogs = Array.from({ length: perCore * availableParallelism() }, () =>
      // Each in a session of its own, as services are: all of one session would share one part of the cores (autogroup).
      spawn(
        'setpriv',
        ['--pdeathsig', 'KILL', 'bash', '-c', `while ((SECONDS < ${String(longestS)})); do :; done`],
        { stdio: 'ignore', detached: true },
      ),
    );
  }

  /** Resolves when all have ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#hogs.map(end));
  }
}

async function end(hog: ChildProcess): Promise<void> {
  if (hog.pid === undefined || hog.exitCode !== null || hog.signalCode !== null) return;
  const ended = once(hog, 'exit');
  hog.kill('SIGKILL');
  await ended;
}
