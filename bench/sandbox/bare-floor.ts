/** The bare side: posix_spawn and wait of the same trivial program by a native helper. */
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { compileC, NativeHelper } from '../lib/native-helper.ts';

export class BareFloor {
  private readonly helper: NativeHelper;
  private readonly program: string;

  private constructor(helper: string, program: string) {
    this.helper = new NativeHelper(helper);
    this.program = program;
  }

  /** Compiles the helper and the trivial program `nothing` into `folder`. */
  static async start(folder: string): Promise<BareFloor> {
    await chmod(folder, 0o755);
    const helper = await compileC(join(import.meta.dirname, 'bare.c'), join(folder, 'bare'));
    const program = join(folder, 'nothing');
    await compileC(join(import.meta.dirname, 'nothing.c'), program, 'freestanding');
    return new BareFloor(helper, program);
  }

  /** Durations of `runs` runs one after the other, µs. */
  serial(runs: number): Promise<number[]> {
    return this.helper.ask(`serial ${String(runs)} ${this.program}`);
  }

  /** Runs per second with `concurrency` at a time. */
  async rate(concurrency: number, ms: number): Promise<number> {
    return (await this.helper.ask(`rate ${String(concurrency)} ${String(ms)} ${this.program}`))[0] ?? 0;
  }

  stop(): Promise<void> {
    return this.helper.stop();
  }
}
