/** The native helper that does the bare side; child_process would cost more than what it measures and flatter us. */
import { execFile, spawn } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const compile = promisify(execFile);

export class BareFloor {
  private readonly child;
  private readonly answers;
  private readonly program: string;

  private constructor(helper: string, program: string) {
    this.child = spawn(helper, [], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.answers = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
    this.program = program;
  }

  /** Compiles the helper and the trivial program `nothing` into `folder`. */
  static async start(folder: string): Promise<BareFloor> {
    const here = import.meta.dirname;
    await chmod(folder, 0o755);
    await compile('gcc', ['-O2', '-pthread', '-o', join(folder, 'bare'), join(here, 'bare.c')]);
    const program = join(folder, 'nothing');
    await compile('gcc', ['-O2', '-static', '-nostdlib', '-o', program, join(here, 'nothing.c')]);
    return new BareFloor(join(folder, 'bare'), program);
  }

  /** Durations of `runs` runs one after the other, µs. */
  serial(runs: number): Promise<number[]> {
    return this.ask(`serial ${String(runs)} ${this.program}`);
  }

  /** Runs per second with `concurrency` at a time. */
  async rate(concurrency: number, ms: number): Promise<number> {
    return (await this.ask(`rate ${String(concurrency)} ${String(ms)} ${this.program}`))[0] ?? 0;
  }

  stop(): void {
    this.child.stdin.end();
  }

  private async ask(line: string): Promise<number[]> {
    this.child.stdin.write(`${line}\n`);
    const answer = await this.answers.next();
    if (answer.done === true) throw new Error('the bare helper ended');
    return answer.value.trim().split(' ').map(Number);
  }
}
