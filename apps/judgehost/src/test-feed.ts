import type { FileReference, JudgeTask } from '@sandglass/contracts';
import type { TestFiles, TestSource } from '@sandglass/judge';
import type { CachedFile, FileCache } from './file-cache.ts';

/** Tests whose files are fetched ahead of the one that runs. */
const ahead = 6;

interface HeldTest {
  readonly input: CachedFile;
  readonly answer: CachedFile;
}

/** The tests of a task, their files fetched while the program is compiled and earlier tests run. */
export class TestFeed {
  readonly #cache: Pick<FileCache, 'acquire'>;
  readonly #task: Pick<JudgeTask, 'tests' | 'validator'>;
  readonly #held = new Map<number, HeldTest | Promise<HeldTest>>();

  constructor(cache: Pick<FileCache, 'acquire'>, task: Pick<JudgeTask, 'tests' | 'validator'>) {
    this.#cache = cache;
    this.#task = task;
  }

  /** Begins to fetch the first tests. */
  start(): void {
    this.#prefetch(0);
  }

  *sources(): Iterable<TestSource> {
    for (const [index, test] of this.#task.tests.entries()) {
      yield {
        ordinal: test.ordinal,
        name: test.name,
        flags: test.flags ?? this.#task.validator.flags,
        files: () => this.#files(index),
        release: () => this.#release(index),
      };
    }
  }

  /** Lets go of every file that is still held. */
  close(): void {
    for (const index of this.#held.keys()) this.#release(index);
  }

  #files(index: number): TestFiles | Promise<TestFiles> {
    const held = this.#hold(index);
    this.#prefetch(index + 1);
    return held instanceof Promise ? held.then(pathsOf) : pathsOf(held);
  }

  #prefetch(from: number): void {
    const to = Math.min(from + ahead, this.#task.tests.length);
    for (let index = from; index < to; index += 1) {
      const held = this.#hold(index);
      // Whether it matters is known when the test's turn comes; until then nobody listens.
      if (held instanceof Promise) held.catch(() => {});
    }
  }

  #hold(index: number): HeldTest | Promise<HeldTest> {
    const known = this.#held.get(index);
    if (known !== undefined) return known;
    const test = this.#task.tests[index];
    if (test === undefined) throw new RangeError(`no test ${String(index)}`);
    const held = this.#acquire(test.input, test.answer);
    this.#held.set(index, held);
    return held;
  }

  #acquire(inputFile: FileReference, answerFile: FileReference): HeldTest | Promise<HeldTest> {
    const input = this.#cache.acquire(inputFile);
    const answer = this.#cache.acquire(answerFile);
    if (!(input instanceof Promise) && !(answer instanceof Promise)) return { input, answer };
    return both(input, answer);
  }

  #release(index: number): void {
    const held = this.#held.get(index);
    if (held === undefined) return;
    this.#held.delete(index);
    if (held instanceof Promise) held.then(letGo, () => {});
    else letGo(held);
  }
}

async function both(
  input: CachedFile | Promise<CachedFile>,
  answer: CachedFile | Promise<CachedFile>,
): Promise<HeldTest> {
  const [gotInput, gotAnswer] = await Promise.allSettled([input, answer]);
  if (gotInput.status === 'fulfilled' && gotAnswer.status === 'fulfilled') {
    return { input: gotInput.value, answer: gotAnswer.value };
  }
  // One came and the other did not: the one that came is of no use.
  if (gotInput.status === 'fulfilled') gotInput.value.release();
  if (gotAnswer.status === 'fulfilled') gotAnswer.value.release();
  throw gotInput.status === 'rejected' ? gotInput.reason : (gotAnswer as PromiseRejectedResult).reason;
}

function pathsOf({ input, answer }: HeldTest): TestFiles {
  return { inputPath: input.path, answerPath: answer.path };
}

function letGo({ input, answer }: HeldTest): void {
  input.release();
  answer.release();
}
