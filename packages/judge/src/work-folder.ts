import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { JudgeError, messageOf } from './errors.ts';

/**
 * Where one slot keeps the compiled program and the present output. Only our own process may enter it
 * (mode 700): what a sandboxed program sees of it, it sees through a bind made for its run.
 */
export class WorkFolder {
  readonly path: string;
  #programs = 0;
  #runs = 0;

  private constructor(path: string) {
    this.path = path;
  }

  /** Makes the folder, empty. @throws JudgeError `JUDGE_WORK_FOLDER` */
  static async create(path: string): Promise<WorkFolder> {
    try {
      await rm(path, { recursive: true, force: true });
      await mkdir(path, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new JudgeError('JUDGE_WORK_FOLDER', { folder: path, cause: messageOf(error) }, { cause: error });
    }
    return new WorkFolder(path);
  }

  /** The file a run's standard output is written to; each run overwrites it. */
  get output(): string {
    return join(this.path, 'output');
  }

  /** The input of a further pass. */
  get nextInput(): string {
    return join(this.path, 'nextpass.in');
  }

  /** What a validator keeps between the passes of one test. */
  get feedback(): string {
    return join(this.path, 'feedback');
  }

  /**
   * A new folder for a compiled program, readable by the slot's user once it is bound.
   * Always a fresh one: the sandbox keeps a folder mounted while consecutive runs name the same path.
   */
  async programFolder(): Promise<string> {
    const former = this.#programFolderName(this.#programs);
    // Not waited for: it is out of use, and the new judging is not to pay for it.
    rm(former, { recursive: true, force: true }).catch(() => {});
    this.#programs += 1;
    const folder = this.#programFolderName(this.#programs);
    try {
      await mkdir(folder, { mode: 0o755 });
    } catch (error) {
      throw new JudgeError('JUDGE_WORK_FOLDER', { folder, cause: messageOf(error) }, { cause: error });
    }
    return folder;
  }

  /** A new folder for one run, readable by the slot's user once it is bound; who asks for it removes it. */
  async runFolder(): Promise<string> {
    this.#runs += 1;
    const folder = join(this.path, `run-${String(this.#runs)}`);
    await mkdir(folder, { mode: 0o755 });
    return folder;
  }

  #programFolderName(number: number): string {
    return join(this.path, `program-${String(number)}`);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
