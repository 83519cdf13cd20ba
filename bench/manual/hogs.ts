/** Programs that take the cores away from whatever else runs. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** So many on a core leave a program less than a fifth of it. */
const perCore = 10;
/** They end by themselves after this long, and at once with whoever started them. */
const longestS = 150;

export class Hogs implements AsyncDisposable {
  readonly #hogs: readonly ChildProcess[];

  constructor() {
    this.#hogs = Array.from({ length: perCore * availableParallelism() }, () =>
      // A session of its own for each: the kernel shares out a core by session first (autogroup).
      spawn(
        'setpriv',
        ['--pdeathsig', 'KILL', 'bash', '-c', `while ((SECONDS < ${String(longestS)})); do :; done`],
        { stdio: 'ignore', detached: true },
      ),
    );
  }

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
