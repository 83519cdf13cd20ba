import { writeFileSync } from 'node:fs';
import { smallUse } from '@sandglass/contracts/testing/run-report';
import type { RunOptions, RunResult, RunSpec, Slot, SlotOptions } from '@sandglass/sandbox';
import { nothingRun, SandboxError } from '@sandglass/sandbox';
import type { CreateSlot } from '../slots/host-slot.ts';

export const exited: RunResult = {
  ...nothingRun('exited'),
  ...smallUse,
  minorFaults: 10,
};

/**
 * Slots that run nothing, for tests of the code around them: no root, no kernel. Every program ends
 * at once with status 0 and the text of `output`, unless a test makes it hang.
 */
export class FakeSandbox {
  created = 0;
  readonly specs: RunSpec[] = [];
  /** How each slot was to be built. */
  readonly options: SlotOptions[] = [];
  /** What the next programs write. */
  output = '';
  /** No new slot can be built. */
  refuse = false;
  /** Runs whose first argument contains this do not end by themselves. */
  hang: string | null = null;
  /** Runs that fail at their set-up, in slots that are all right. */
  fails: (spec: RunSpec) => boolean = () => false;
  #generation = 0;
  readonly #hanging = new Set<() => void>();

  /** Every present slot fails from now on. */
  breakSlots(): void {
    this.#generation += 1;
  }

  /** Those that hang end by themselves, with status 0. */
  let(): void {
    this.hang = null;
    for (const end of this.#hanging) end();
    this.#hanging.clear();
  }

  /** Of each slot that is made from now on. */
  handovers = 0;

  readonly createSlot: CreateSlot = (options) => {
    const { ordinal } = options;
    if (this.refuse) return Promise.reject(new SandboxError('SLOT_BUILD', { step: 'mount', errno: 28 }));
    this.created += 1;
    this.options.push(options);
    const generation = this.#generation;
    let closed = false;
    const slot: Slot = {
      ordinal,
      rebuilds: 0,
      handovers: this.handovers,
      run: (spec, options) =>
        generation === this.#generation && !closed && !this.fails(spec)
          ? this.#run(spec, options)
          : Promise.reject(new SandboxError('SETUP', { step: 'clone', errno: 12 })),
      close: () => {
        closed = true;
        return Promise.resolve();
      },
    };
    return Promise.resolve(slot);
  };

  async #run(spec: RunSpec, options: RunOptions = {}): Promise<RunResult> {
    this.specs.push(spec);
    if (options.signal?.aborted === true) return { ...exited, outcome: 'cancelled', exitCode: null };
    if (this.hang !== null && spec.argv[0]?.includes(this.hang) === true) {
      const { promise, resolve } = Promise.withResolvers<void>();
      let cancelled = false;
      options.signal?.addEventListener('abort', () => {
        cancelled = true;
        resolve();
      });
      this.#hanging.add(resolve);
      await promise;
      if (cancelled) return { ...exited, outcome: 'cancelled', exitCode: null };
    }
    const data = Buffer.from(this.output);
    const { stdout } = spec;
    if (typeof stdout === 'object' && 'path' in stdout) writeFileSync(stdout.path, data);
    const collected = (spec.collect ?? []).map(({ path, to }) => {
      if (to !== undefined) writeFileSync(to, '');
      return { path, bytes: 0, tooLarge: false };
    });
    return { ...exited, collected, stdoutBytes: data.length };
  }
}
