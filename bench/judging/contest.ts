/** The contest of this bench, and the clients that hand in and watch. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importPackage, type SandglassClient } from '@sandglass/client';
import type { TestStack } from '@sandglass/testing';
import { fresh, type Program } from './programs.ts';

export const contest = 'judging';
export const testCount = 20;
/** Requests under way at once when many are handed in. */
const atOnce = 8;

export function inputOf(test: number): string {
  return `${String(test)} ${String(1000 * test)}\n`;
}

export class BenchContest {
  readonly #team: SandglassClient;
  readonly #jury: SandglassClient;
  readonly #judged = new Map<string, number>();
  readonly #stop = new AbortController();
  readonly #waiting = new Set<() => void>();
  #failure: Error | undefined;

  private constructor(team: SandglassClient, jury: SandglassClient) {
    this.#team = team;
    this.#jury = jury;
  }

  static async make(stack: TestStack, scratch: string): Promise<BenchContest> {
    const folder = join(scratch, 'sum-many-tests');
    await mkdir(join(folder, 'data/secret'), { recursive: true });
    await writeFile(join(folder, 'problem.yaml'), 'name: Sum\n');
    for (let test = 0; test < testCount; test += 1) {
      const path = join(folder, 'data/secret', String(test).padStart(2, '0'));
      await writeFile(`${path}.in`, inputOf(test));
      await writeFile(`${path}.ans`, `${String(1001 * test)}\n`);
    }
    await importPackage(stack.admin, 'sum-many-tests', folder);
    const now = Date.now();
    await stack.admin.defineContest({
      id: contest,
      name: 'Judging',
      startsAt: new Date(now - 60_000).toISOString(),
      endsAt: new Date(now + 3_600_000).toISOString(),
      problems: [{ label: 'A', problem: 'sum-many-tests', colour: '#b4622d' }],
      teams: [{ id: 'bench', name: 'Bench' }],
    });
    const login = { who: 'bench', username: 'bench', password: 'bench-password' };
    await stack.admin.createUsers({ users: [{ ...login, role: 'contestant', teamId: 'bench' }] });
    const made = new BenchContest(stack.client(login), stack.jury);
    void made.#watch();
    return made;
  }

  close(): void {
    this.#stop.abort();
  }

  /** ms of the POST and its instant. */
  async submit(program: Program): Promise<{ id: string; startedMs: number; answeredMs: number }> {
    const startedMs = performance.now();
    const { id } = await this.#team.submit(contest, {
      problem: 'A',
      language: program.language,
      files: [{ name: program.file, content: fresh(program) }],
    });
    return { id, startedMs, answeredMs: performance.now() };
  }

  /** Hands all of them in, several at a time. @returns their ids, and what a POST took, ms each */
  async submitAll(all: readonly Program[]): Promise<{ ids: string[]; postMs: number[] }> {
    const ids: string[] = [];
    const postMs: number[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let program = all[next++]; program !== undefined; program = all[next++]) {
        const { id, startedMs, answeredMs } = await this.submit(program);
        ids.push(id);
        postMs.push(answeredMs - startedMs);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return { ids, postMs };
  }

  /** When the event with the verdict arrived (performance.now). @throws Error when it is not AC, or does not come */
  async judgedAt(id: string): Promise<number> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      const at = this.#judged.get(id);
      if (at !== undefined) return at;
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
  }

  async judged(ids: readonly string[]): Promise<number[]> {
    return Promise.all(ids.map((id) => this.judgedAt(id)));
  }

  detail(id: string): ReturnType<SandglassClient['submission']> {
    return this.#jury.submission(id);
  }

  async #watch(): Promise<void> {
    try {
      for await (const message of this.#team.live(contest, this.#stop.signal)) {
        if (message.type !== 'submission') continue;
        const { id, state, verdict } = message.submission as {
          id: string;
          state: string;
          verdict: string | null;
        };
        if (state !== 'done') continue;
        if (verdict !== 'AC')
          throw new Error(`the bench's own program was judged ${verdict ?? 'not at all'}`);
        this.#judged.set(id, performance.now());
        this.#wake();
      }
      if (!this.#stop.signal.aborted) throw new Error('the live stream has ended');
    } catch (error) {
      if (!this.#stop.signal.aborted)
        this.#failure = error instanceof Error ? error : new Error(String(error));
    }
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
