/** Honest programs that are judged beside the hostile ones: what becomes of them must not depend on their neighbours. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Limits } from '@sandglass/contracts';
import { compileProgram, runTest, type Program } from '@sandglass/judge';
import type { Place } from './attempt.ts';
import { letHonestTalk } from './conversation.ts';
import { usualLimits } from './ending.ts';
import type { Language } from './model.ts';
import { programsFolder } from './fixture.ts';

const mebibyte = 1 << 20;
/** They wait for a core that busy programs have too. */
const limits: Limits = { ...usualLimits, cpuUs: 200_000, wallUs: 20_000_000 };
const roomy: Limits = { ...limits, cpuUs: 5_000_000, memoryBytes: 384 * mebibyte, processes: 64 };

interface Innocent {
  /** Below `programs/innocent/`; of the conversation, its name. */
  readonly name: string;
  readonly language: Language | 'conversation';
  readonly verdict: string;
  readonly limits: Limits;
  /** Its work is always the same, so that its CPU time must be, too. */
  readonly steady: boolean;
}

const innocents: readonly Innocent[] = [
  { name: 'near-time.c', language: 'c', verdict: 'AC', limits, steady: true },
  { name: 'too-slow.c', language: 'c', verdict: 'TLE', limits, steady: false },
  {
    name: 'near-memory.c',
    language: 'c',
    verdict: 'AC',
    limits: { ...limits, cpuUs: 2_000_000 },
    steady: true,
  },
  {
    name: 'too-large.c',
    language: 'c',
    verdict: 'MLE',
    limits: { ...limits, cpuUs: 2_000_000 },
    steady: false,
  },
  { name: 'steady.c', language: 'c', verdict: 'AC', limits: roomy, steady: true },
  { name: 'steady.py', language: 'python3', verdict: 'AC', limits: roomy, steady: true },
  { name: 'wrong.py', language: 'python3', verdict: 'WA', limits: roomy, steady: true },
  { name: 'Steady.java', language: 'java', verdict: 'AC', limits: roomy, steady: true },
  { name: 'guesser', language: 'conversation', verdict: 'AC', limits: roomy, steady: false },
];

/** How often each is judged with nobody beside it. */
const quietRounds = 3;

interface Judged {
  readonly verdict: string;
  readonly reason: string;
  readonly cpuUs: number;
}

/** What became of one program: of all its judgings, and how its CPU time compares. */
export interface Figure {
  readonly name: string;
  readonly judged: number;
  readonly verdict: string;
  readonly aloneMs: number;
  readonly besideMs: number;
  readonly steady: boolean;
}

export class Innocents {
  /** What was other than it must be. */
  readonly wrong: string[] = [];
  readonly #place: Place;
  readonly #folder: string;
  readonly #programs = new Map<string, Program>();
  readonly #alone = new Map<string, number[]>();
  readonly #beside = new Map<string, number[]>();
  /** Hostile programs that are at work; for what went wrong. */
  readonly #neighbours = new Set<string>();
  #going: Promise<void> | undefined;
  #stop = false;

  private constructor(place: Place) {
    this.#place = place;
    this.#folder = join(place.fixture.folder, 'innocent');
  }

  /** Compiles them and judges them while nothing else runs. @throws Error when one is not judged as it must be even then */
  static async open(place: Place): Promise<Innocents> {
    const all = new Innocents(place);
    await mkdir(all.#folder);
    await writeFile(join(all.#folder, '1.ans'), '3\n');
    for (const one of innocents) await all.#compile(one);
    for (let round = 0; round < quietRounds; round++) await all.#round(all.#alone, innocents);
    if (all.wrong.length > 0) throw new Error(all.wrong.join('\n'));
    return all;
  }

  /** Judges them again and again until {@link pause}. */
  resume(): void {
    if (this.#going !== undefined) return;
    this.#stop = false;
    this.#going = this.#judgeOn();
  }

  /** @returns when the last judging has ended */
  async pause(): Promise<void> {
    this.#stop = true;
    const going = this.#going;
    this.#going = undefined;
    await going;
  }

  /** Notes who is at work beside them. */
  async beside<T>(neighbour: string, work: () => Promise<T>): Promise<T> {
    this.#neighbours.add(neighbour);
    try {
      return await work();
    } finally {
      this.#neighbours.delete(neighbour);
    }
  }

  figures(): Figure[] {
    return innocents.map(({ name, verdict, steady }) => ({
      name,
      judged: this.#beside.get(name)?.length ?? 0,
      verdict,
      aloneMs: median(this.#alone.get(name) ?? []) / 1000,
      besideMs: median(this.#beside.get(name) ?? []) / 1000,
      steady,
    }));
  }

  async #judgeOn(): Promise<void> {
    // Each at least once, however short the time.
    for (let at = 0; !this.#stop || at < innocents.length; at++) {
      const next = at % innocents.length;
      await this.#round(this.#beside, innocents.slice(next, next + 1));
    }
  }

  async #round(times: Map<string, number[]>, programs: readonly Innocent[]): Promise<void> {
    for (const one of programs) {
      const before = [...this.#neighbours];
      const { verdict, reason, cpuUs } = await this.#judge(one).catch((error: unknown) => ({
        verdict: 'none',
        reason: String(error),
        cpuUs: 0,
      }));
      times.set(one.name, [...(times.get(one.name) ?? []), cpuUs]);
      if (verdict === one.verdict) continue;
      const beside = [...new Set([...before, ...this.#neighbours])].join(', ');
      this.wrong.push(`${one.name} got ${verdict}, not ${one.verdict} (${reason}), beside: ${beside}`);
    }
  }

  async #judge({ name, language, limits }: Innocent): Promise<Judged> {
    const { slot, work, fixture } = this.#place;
    if (language === 'conversation') return letHonestTalk(this.#place, limits);
    const program = this.#programs.get(name);
    if (program === undefined) throw new RangeError(`${name} was not compiled`);
    return runTest(
      slot,
      work,
      program,
      {
        ordinal: 1,
        name: '1',
        flags: [],
        inputPath: fixture.inputFile,
        answerPath: join(this.#folder, '1.ans'),
      },
      { limits, validator: { kind: 'default' }, keepBytes: 1024 },
    );
  }

  async #compile({ name, language }: Innocent): Promise<void> {
    if (language === 'conversation') return;
    const { slot, work, toolchains } = this.#place;
    const directory = join(this.#folder, name.replace('.', '-'));
    await mkdir(directory, { mode: 0o755 });
    const result = await compileProgram(slot, work, {
      language,
      files: [{ name, data: await readFile(join(programsFolder, 'innocent', name)) }],
      entryPoint: null,
      limits: { ...roomy, cpuUs: 20_000_000, wallUs: 60_000_000, fileBytes: 64 * mebibyte },
      toolchains,
      directory,
    });
    if (result.kind === 'rejected') throw new Error(`${name} does not compile: ${result.output}`);
    this.#programs.set(name, result.program);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
