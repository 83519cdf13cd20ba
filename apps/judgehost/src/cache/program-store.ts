/**
 * Programs of judgings in several tasks, on this host: the first task that needs one gets it, from another host by its
 * hash or by compiling it, and the other slots use the same folder.
 *
 * A program is known by its judging and its build, so that nothing made by another compiler, in another image or on
 * another architecture is ever run. Nothing outlives the process.
 */
import { createHash } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { maxProgramBytes, type JudgeTask } from '@sandglass/contracts';
import {
  JudgingCancelled,
  packProgram,
  programIn,
  unpackProgram,
  type CompileRequest,
  type CompileResult,
  type MadeProgram,
  type Program,
} from '@sandglass/judge';
import type { ApiClient } from '../api/api-client.ts';
import { messageOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

/** Programs nobody uses that are kept for later tasks of their judging. */
const keptUnused = 16;
/** An api that is away does not keep a compiled program from being run. */
const putMs = 5_000;

export interface ProgramNeed {
  readonly task: Pick<JudgeTask, 'id' | 'judgingId' | 'fencingToken' | 'programs'>;
  readonly build: Build;
  readonly request: CompileRequest;
  readonly compile: (directory: string) => Promise<CompileResult>;
  readonly log: Log;
}

/** What makes a program: two hosts with the same build may exchange theirs. */
export interface Build {
  /** SHA-256 */
  readonly key: string;
  /** False where this host does not know its build identity: then the program is for its own slots. */
  readonly shared: boolean;
}

export interface UsedProgram {
  readonly made: MadeProgram;
  /** Must be called once, when nothing of it runs any more. */
  release(): void;
}

interface Entry {
  readonly directory: string;
  readonly made: Promise<MadeProgram>;
  users: number;
}

export interface ProgramFigures {
  compiled: number;
  fetched: number;
  reused: number;
}

export class ProgramStore {
  readonly figures: ProgramFigures = { compiled: 0, fetched: 0, reused: 0 };
  readonly #folder: string;
  readonly #api: Pick<ApiClient, 'program' | 'putProgram'>;
  /** In the order of last use, the oldest first. */
  readonly #entries = new Map<string, Entry>();
  #folders = 0;

  /** @param folder of this process alone */
  constructor(folder: string, api: Pick<ApiClient, 'program' | 'putProgram'>) {
    this.#folder = folder;
    this.#api = api;
  }

  /** Removes what an earlier process left. */
  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /**
   * The judging's program; what does not compile is not kept.
   * @throws as `compileProgram`
   */
  async use(need: ProgramNeed): Promise<UsedProgram> {
    const key = `${need.task.judgingId} ${need.build.key}`;
    for (;;) {
      const known = this.#entries.get(key);
      if (known === undefined) return this.#begin(key, need);
      const used = await this.#join(key, known, need);
      if (used !== null) return used;
    }
  }

  /** Waits for what another slot makes. Null: it came to nothing, which need not be so for this one. */
  async #join(key: string, entry: Entry, need: ProgramNeed): Promise<UsedProgram | null> {
    entry.users += 1;
    try {
      const { result } = await entry.made;
      if (need.request.signal?.aborted === true) throw new JudgingCancelled();
      if (result.kind === 'compiled' && (await isThere(entry.directory))) {
        this.#entries.delete(key);
        this.#entries.set(key, entry);
        this.figures.reused += 1;
        // Each judging has tool chains of its own to say how the program is run.
        const program = programIn(entry.directory, need.request);
        return this.#used(entry, { result: { ...result, program }, compiledHere: false });
      }
    } catch (error) {
      entry.users -= 1;
      if (error instanceof JudgingCancelled && need.request.signal?.aborted === true) throw error;
      this.#forget(key, entry);
      return null;
    }
    entry.users -= 1;
    this.#forget(key, entry);
    return null;
  }

  async #begin(key: string, need: ProgramNeed): Promise<UsedProgram> {
    this.#folders += 1;
    // Never the name of an earlier one: slots keep a folder mounted while consecutive runs name the same path.
    const directory = join(this.#folder, String(this.#folders));
    const entry: Entry = { directory, made: this.#make(directory, need), users: 1 };
    this.#entries.set(key, entry);
    try {
      const made = await entry.made;
      if (made.result.kind === 'rejected') this.#forget(key, entry);
      return this.#used(entry, made);
    } catch (error) {
      entry.users -= 1;
      this.#forget(key, entry);
      throw error;
    }
  }

  #used(entry: Entry, made: MadeProgram): UsedProgram {
    let released = false;
    return {
      made,
      release: () => {
        if (released) return;
        released = true;
        entry.users -= 1;
        this.#tidy();
      },
    };
  }

  async #make(directory: string, need: ProgramNeed): Promise<MadeProgram> {
    const fetched = await this.#fetch(directory, need);
    if (fetched !== null) return { result: fetched, compiledHere: false };
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true, mode: 0o755 });
    const result = await need.compile(directory);
    this.figures.compiled += 1;
    if (result.kind === 'compiled') await this.#offer(directory, need);
    return { result, compiledHere: true };
  }

  /** What another host of the same build has compiled. Null: there is none, or it could not be had. */
  async #fetch(directory: string, { task, build, request, log }: ProgramNeed): Promise<CompileResult | null> {
    const known = build.shared ? task.programs?.find((program) => program.build === build.key) : undefined;
    if (known === undefined) return null;
    let program: Program;
    try {
      // Sources of which none can be made are for the compilation to refuse.
      program = programIn(directory, request);
      const archive = await this.#api.program(known.sha256, request.signal);
      const found = createHash('sha256').update(archive).digest('hex');
      if (found !== known.sha256) throw new Error(`its SHA-256 is ${found}`);
      await mkdir(directory, { recursive: true, mode: 0o755 });
      await unpackProgram(archive, directory);
    } catch (error) {
      if (request.signal?.aborted === true) throw new JudgingCancelled();
      log.info({ sha256: known.sha256, reason: messageOf(error) }, 'program not had: compiled again');
      return null;
    }
    this.figures.fetched += 1;
    log.info({ sha256: known.sha256, bytes: known.bytes }, 'program fetched');
    return { kind: 'compiled', program, output: '', measurement: null };
  }

  /** For the judging's other tasks: they become due with the report that follows. Failing changes nothing. */
  async #offer(directory: string, { task, build, request, log }: ProgramNeed): Promise<void> {
    if (!build.shared) return;
    try {
      const archive = await packProgram(directory, maxProgramBytes);
      if (archive === null) return;
      const late = AbortSignal.timeout(putMs);
      const signal = request.signal === undefined ? late : AbortSignal.any([late, request.signal]);
      await this.#api.putProgram(task, build.key, archive, signal);
    } catch (error) {
      log.info({ reason: messageOf(error) }, 'program not offered to other hosts');
    }
  }

  #forget(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
    if (entry.users === 0) remove(entry.directory);
  }

  /** Programs of judgings that are over are not asked for any more: the oldest go. */
  #tidy(): void {
    const unused = [...this.#entries].filter(([, { users }]) => users === 0);
    for (const [key, entry] of unused.slice(0, Math.max(0, unused.length - keptUnused))) {
      this.#entries.delete(key);
      remove(entry.directory);
    }
  }
}

async function isThere(directory: string): Promise<boolean> {
  try {
    return (await stat(directory)).isDirectory();
  } catch {
    return false;
  }
}

/** Not waited for: it is out of use. */
function remove(directory: string): void {
  rm(directory, { recursive: true, force: true }).catch(() => {});
}
