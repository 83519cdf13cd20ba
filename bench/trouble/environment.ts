/** Where one trouble is tried: a system of its own with one judgehost, and somebody who hands in. */
import { startStack, waitFor, type TestStack, type TestStackOptions } from '@sandglass/testing';
import { makeReach, type Reach } from './reach.ts';
import { pause } from './watcher.ts';

export interface Environment extends AsyncDisposable {
  readonly stack: TestStack;
  /** The judgehost's name. */
  readonly host: string;
}

/** A judgehost of this very machine. */
export interface LocalEnvironment extends Environment {
  /** The judgehost's process. */
  readonly pid: number;
  readonly reach: Reach;
}

const pollMs = 100;

export async function openLocalEnvironment(): Promise<LocalEnvironment> {
  await using stuff = new AsyncDisposableStack();
  const reach = await makeReach();
  stuff.defer(() => reach.close());
  const stack = stuff.use(await openSystem({ leavesHung: true }));
  const { token } = await stack.admin.createJudgehost('judge-1');
  const host = await stack.stack.startJudgehost('judge-1', token, 2, reach.through);
  const feeder = new Feeder(stack, 1000);
  stuff.defer(() => feeder.stop());
  await judging(stack, 3, 60_000);
  const owned = stuff.move();
  return {
    stack,
    host: 'judge-1',
    pid: host.identity.pid,
    reach,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

export function openSystem(options: TestStackOptions = {}): Promise<TestStack> {
  return startStack({ problems: ['sum'], judgehost: false, unthrottled: true, ...options });
}

/** Resolves when the only judgehost is there and has given so many verdicts. */
export async function judging(
  { admin, jury, contest }: TestStack,
  verdicts: number,
  timeoutMs: number,
): Promise<void> {
  await waitFor(
    'the judgehost to be online',
    async () => (await admin.judgehosts())[0]?.online === true,
    timeoutMs,
  );
  await waitFor(
    'its first verdicts',
    async () =>
      (await jury.submissions(contest)).submissions.filter(({ verdict }) => verdict !== null).length >=
      verdicts,
    timeoutMs,
  );
}

/**
 * Hands in a program that takes 0.2 s of CPU, and the next one not before the last one has its verdict: there is always
 * something to judge, and no queue of its own making is left when a trouble ends.
 */
export class Feeder {
  readonly #stack: TestStack;
  readonly #everyMs: number;
  readonly #stop = new AbortController();
  readonly #loop: Promise<void>;
  #submitted = 0;

  /** @param everyMs from one to the next at least */
  constructor(stack: TestStack, everyMs: number) {
    this.#stack = stack;
    this.#everyMs = everyMs;
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const [team] = this.#stack.teams;
    if (team === undefined) throw new Error('the sample contest has no team');
    const client = this.#stack.client(team);
    while (!this.#stop.signal.aborted) {
      const content = `#include <stdio.h>\n#include <time.h>\nint main(void) { long long a, b; while (clock() < CLOCKS_PER_SEC / 5) {} if (scanf("%lld %lld", &a, &b) == 2) printf("%lld\\n", a + b); return 0; } // ${this.#submitted}\n`;
      const began = Date.now();
      try {
        const { id } = await client.submit(this.#stack.contest, {
          problem: 'A',
          language: 'c',
          files: [{ name: 'sum.c', content }],
        });
        this.#submitted += 1;
        await this.#verdictOf(id);
      } catch {
        // On a machine this unhealthy a request may fail: the next one comes soon.
        await pause(1000);
      }
      await pause(Math.max(0, began + this.#everyMs - Date.now()));
    }
  }

  async #verdictOf(submission: string): Promise<void> {
    for (; !this.#stop.signal.aborted; await pause(pollMs)) {
      if ((await this.#stack.jury.submission(submission)).state === 'done') return;
    }
  }
}
