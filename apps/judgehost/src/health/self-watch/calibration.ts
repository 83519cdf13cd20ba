/**
 * Calibration: runs the calibration program in idle slots and compares it with what it took while this host was
 * healthy.
 *
 * A slot's baseline is its own, because cores differ. It is the lower quartile of the first runs, made in all slots at once
 * before the host takes a task: cores share caches, memory and a power budget, so beside slots that work the program takes
 * longer than alone (18 ms for 14 on two cores of one machine), which is no trouble. It only ever falls, by runs beside
 * slots that work: a host that was busy when it started learns better, one that gets slow does not get used to it. It is
 * kept on disk, so that a restart of a slow host does not make it look well.
 */
import type { CalibrationFigures } from '@sandglass/contracts';
import type { Slot } from '@sandglass/sandbox';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './gap-window.ts';
import { runCalibration, wrongWith } from './calibration-program.ts';

/** Runs that make a first baseline, per slot. */
const firstRuns = 5;
/** Between two of them: later looks find the caches cold as well. */
const apartMs = 100;
/** The latest runs that the figures are of: their waiting is the median, three bad ones of five are no accident. */
const windowRuns = 5;
/** Runs of one slot whose median may lower its baseline. */
const relearnRuns = 9;

interface Sample {
  readonly cpuUs: number;
  readonly wallUs: number;
  readonly baselineUs: number;
  readonly at: Date;
  /** By the clock that only goes forward. */
  readonly atMs: number;
}

/** What is remembered from one start to the next: lowest CPU time by slot, µs. */
export type Baselines = Readonly<Record<string, number>>;

export class Calibration {
  readonly #program: string;
  readonly #onBaseline: (baselines: Baselines) => void;
  readonly #baselines = new Map<number, number>();
  readonly #ownRuns = new Map<number, number[]>();
  readonly #samples: Sample[] = [];
  #runs = 0;

  /** @param onBaseline called when a baseline was made or has fallen */
  constructor(program: string, known: Baselines = {}, onBaseline: (baselines: Baselines) => void = () => {}) {
    this.#program = program;
    this.#onBaseline = onBaseline;
    for (const [ordinal, us] of Object.entries(known)) this.#baselines.set(Number(ordinal), us);
  }

  /** Makes the slot's first baseline; of all slots at once. @returns what is wrong with the slot; null: nothing. @throws SandboxError */
  async calibrate(slot: Slot): Promise<string | null> {
    for (let run = 0; run < firstRuns; run += 1) {
      if (run > 0) await pause(apartMs);
      const result = await runCalibration(slot, this.#program, { kind: 'work' });
      const wrong = wrongWith(result);
      if (wrong !== null) return wrong;
      this.#learn(slot.ordinal, result.cpuUs);
    }
    return null;
  }

  /**
   * @param beside whether the host's other slots work, as they did for the baseline
   * @returns what is wrong with the slot; null: nothing, or the run was cancelled
   * @throws SandboxError
   */
  async look(slot: Slot, beside: boolean, signal: AbortSignal): Promise<string | null> {
    const result = await runCalibration(slot, this.#program, { kind: 'work' }, signal);
    if (result.outcome === 'cancelled') return null;
    const wrong = wrongWith(result);
    if (wrong !== null) return wrong;
    if (beside) this.#learn(slot.ordinal, result.cpuUs);
    const baselineUs = this.#baselines.get(slot.ordinal);
    if (baselineUs === undefined) return null;
    this.#runs += 1;
    this.#samples.push({
      cpuUs: result.cpuUs,
      wallUs: result.wallUs,
      baselineUs,
      at: new Date(),
      atMs: performance.now(),
    });
    if (this.#samples.length > windowRuns) this.#samples.shift();
    return null;
  }

  /** @param nowMs of `performance.now()`. @returns age of the oldest run that the figures are made of, ms */
  evidenceMs(nowMs: number): number {
    return Math.max(0, nowMs - (this.#samples[0]?.atMs ?? nowMs));
  }

  /** Null until there are enough runs. */
  get figures(): CalibrationFigures | null {
    const last = this.#samples.at(-1);
    if (last === undefined || this.#samples.length < windowRuns) return null;
    const median = (of: (sample: Sample) => number): number =>
      percentile(
        this.#samples.map(of).sort((a, b) => a - b),
        0.5,
      );
    // An interrupted run has to fill the caches again: beside other programs that alone took from 14 ms of CPU time to
    // between
    // 17 and 32, on cores as fast as ever. A host that has become slow is slow in its least disturbed run as well.
    const least = (of: (sample: Sample) => number): number => Math.min(...this.#samples.map(of));
    return {
      runs: this.#runs,
      baselineCpuUs: Math.round(median(({ baselineUs }) => baselineUs)),
      cpuUs: Math.round(least(({ cpuUs }) => cpuUs)),
      wallUs: Math.round(median(({ wallUs }) => wallUs)),
      cpuDrift: least(({ cpuUs, baselineUs }) => cpuUs / baselineUs - 1),
      wallDrift: median(({ cpuUs, wallUs, baselineUs }) => Math.max(0, wallUs - cpuUs) / baselineUs),
      lastAt: last.at.toISOString(),
    };
  }

  #learn(ordinal: number, cpuUs: number): void {
    const own = this.#ownRuns.get(ordinal) ?? [];
    this.#ownRuns.set(ordinal, own);
    own.push(cpuUs);
    if (own.length > relearnRuns) own.shift();
    const known = this.#baselines.get(ordinal);
    const sorted = [...own].sort((a, b) => a - b);
    let found: number | null = null;
    if (known === undefined) found = own.length >= firstRuns ? percentile(sorted, 0.25) : null;
    else if (own.length === relearnRuns) found = percentile(sorted, 0.5);
    if (found === null || (known !== undefined && found >= known)) return;
    this.#baselines.set(ordinal, found);
    this.#onBaseline(Object.fromEntries(this.#baselines));
  }
}
