/** Native helpers do the bare side of a benchmark: child_process would cost more than what it measures and flatter us. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Compiles one C file. `freestanding`: without a C library, so that loading one is not what is measured. `shared`: to be preloaded. */
export async function compileC(
  source: string,
  target: string,
  kind: 'plain' | 'static' | 'freestanding' | 'shared' = 'plain',
): Promise<string> {
  const flags = {
    plain: ['-pthread'],
    static: ['-static'],
    freestanding: ['-static', '-nostdlib'],
    shared: ['-shared', '-fPIC'],
  }[kind];
  await run('gcc', ['-O2', ...flags, '-o', target, source]);
  return target;
}

/** What judging costs without a judge, see `bare-judging.c`. @returns the program's path */
export function compileBareJudging(folder: string): Promise<string> {
  return compileC(join(import.meta.dirname, 'bare-judging.c'), join(folder, 'bare'));
}

/** A process that answers each line of words with one line of numbers. */
export class NativeHelper {
  private readonly child;
  private readonly answers;

  constructor(command: string, argv: readonly string[] = []) {
    this.child = spawn(command, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.answers = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  /** @throws Error when the helper has ended instead */
  async ask(line: string): Promise<number[]> {
    this.child.stdin.write(`${line}\n`);
    const answer = await this.answers.next();
    if (answer.done === true) throw new Error(`the helper ended instead of answering "${line}"`);
    return answer.value.trim().split(' ').filter(Boolean).map(Number);
  }

  /** Resolves when it has ended. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'close');
    this.child.stdin.end();
    await ended;
  }
}
