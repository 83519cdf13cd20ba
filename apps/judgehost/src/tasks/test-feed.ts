import type { FileReference, JudgeTask } from '@sandglass/contracts';
import type { TestFiles, TestSource } from '@sandglass/judge';
import type { CachedFile, FileCache } from '../cache/file-cache.ts';

/** Tests whose files are fetched ahead of the one that runs. */
const ahead = 6;

type TaskTest = JudgeTask['tests'][number];

/** The files of one test in the order of `filesOf`. */
type HeldTest = readonly CachedFile[];

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
        args: test.args,
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
    const test = this.#test(index);
    const held = this.#hold(index);
    this.#prefetch(index + 1);
    return held instanceof Promise ? held.then((files) => pathsOf(test, files)) : pathsOf(test, held);
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
    const held = this.#acquire(filesOf(this.#test(index)));
    this.#held.set(index, held);
    return held;
  }

  #test(index: number): TaskTest {
    const test = this.#task.tests[index];
    if (test === undefined) throw new RangeError(`no test ${String(index)}`);
    return test;
  }

  #acquire(files: readonly FileReference[]): HeldTest | Promise<HeldTest> {
    const acquired = files.map((file) => this.#cache.acquire(file));
    const ready = acquired.filter((file): file is CachedFile => !(file instanceof Promise));
    return ready.length === acquired.length ? ready : all(acquired);
  }

  #release(index: number): void {
    const held = this.#held.get(index);
    if (held === undefined) return;
    this.#held.delete(index);
    if (held instanceof Promise) held.then(letGo, () => {});
    else letGo(held);
  }
}

async function all(files: readonly (CachedFile | Promise<CachedFile>)[]): Promise<HeldTest> {
  const results = await Promise.allSettled(files.map(async (file) => file));
  const got = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed === undefined) return got;
  // One did not come: the others are of no use.
  letGo(got);
  throw failed.reason;
}

function filesOf({ input, answer, files }: TaskTest): readonly FileReference[] {
  return [input, answer, ...files.map(({ file }) => file)];
}

function pathsOf({ files }: TaskTest, [input, answer, ...others]: HeldTest): TestFiles {
  return {
    inputPath: input?.path ?? '',
    answerPath: answer?.path ?? '',
    files: files.map(({ name }, index) => ({ name, path: others[index]?.path ?? '' })),
  };
}

function letGo(files: HeldTest): void {
  for (const file of files) file.release();
}
