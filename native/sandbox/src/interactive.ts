/** Two runs joined by pipes. The program's supervisor moves the words (core/exchange/exchange.h); here the two are put together. */
import { closeSync } from 'node:fs';
import { SandboxError } from './errors.ts';
import type { HeldRun, Hold } from './held-run.ts';
import { inputWait, NotBegun } from './held-run.ts';
import { mostTranscriptBytes, stops, type RawExchange } from './exchange-protocol.ts';
import { resultOf } from './interactive-result.ts';
import type { InteractiveResult, InteractiveSpec } from './interactive-types.ts';
import { addon } from './native.ts';
import { defaultOutputBytes } from './protocol.ts';
import { NativeSlot } from './slot.ts';
import type { RunOptions, RunResult, Slot } from './types.ts';

const defaultGraceUs = 250_000;
/** The most that the supervisor takes: the program's own limits come long before. */
const unboundedGraceUs = 1_000_000_000_000;
/**
 * Beyond both sides' turns: for starting, for questions and for ending. The kernel may need as long as the program's
 * supervisor waits for it (core/run/ending.h) to end the program's processes, which is no turn of the interactor's.
 */
const spareUs = 32_000_000;
/** Beyond its own time, for an interactor whose exchange is over: to end, which its slot may have to wait for. */
const spareAfterExchangeUs = 2_000_000;
/** Node's timers know no longer one. */
const longestTimerMs = 2 ** 31 - 1;
/** Each slot goes on in a new world at most once between two runs; more often means that something is wrong with the host. */
const mostTries = 3;

/**
 * Runs a program against an interactor, each in its own slot, measured and limited by itself. Takes both slots for the
 * time, in an order that cannot deadlock with others who take the same two.
 * @throws SandboxError when either side could not be set up; never a verdict. The interactor's have a `step` that begins
 * with "interactor: ".
 */
export async function runInteractive(
  programSlot: Slot,
  interactorSlot: Slot,
  spec: InteractiveSpec,
  options: RunOptions = {},
): Promise<InteractiveResult> {
  if (!(programSlot instanceof NativeSlot) || !(interactorSlot instanceof NativeSlot)) {
    throw invalid('both slots must be made by createSlot');
  }
  if (programSlot === interactorSlot) throw invalid('the program and the interactor must have a slot each');
  if (spec.transcriptBytes > mostTranscriptBytes) {
    throw invalid(`transcriptBytes must be at most ${String(mostTranscriptBytes)}`);
  }
  const [first, second] =
    programSlot.serial < interactorSlot.serial
      ? [programSlot, interactorSlot]
      : [interactorSlot, programSlot];
  const firstHold = await first.hold();
  try {
    const secondHold = await second.hold();
    try {
      const [program, interactor] = first === programSlot ? [firstHold, secondHold] : [secondHold, firstHold];
      return await converse(program, interactor, spec, options.signal);
    } finally {
      secondHold.release();
    }
  } finally {
    firstHold.release();
  }
}

/**
 * A slot may go on in a new world before it has begun its side. Nothing that the other side has done until then counts:
 * both begin again, with new pipes.
 */
async function converse(
  program: Hold,
  interactor: Hold,
  spec: InteractiveSpec,
  signal: AbortSignal | undefined,
): Promise<InteractiveResult> {
  for (let tries = 1; ; tries++) {
    await Promise.all([program.ready(), interactor.ready()]);
    try {
      return await new Conversation(spec, signal).hold(program, interactor);
    } catch (error) {
      if (!(error instanceof NotBegun) || tries === mostTries) throw error;
      await spec.beforeAgain?.();
    }
  }
}

function invalid(text: string): SandboxError {
  return new SandboxError('INVALID', { text: `${text}.` });
}

/** Descriptors of this process, closed when both requests have been sent: they travel as duplicates. */
class Pipes implements Disposable {
  private readonly open: number[] = [];

  /** @throws SandboxError SETUP */
  make(): [read: number, write: number] {
    const [read, write] = addon().makePipe();
    if (read === undefined || write === undefined) throw new SandboxError('SETUP', { step: 'pipe' });
    this.open.push(read, write);
    return [read, write];
  }

  [Symbol.dispose](): void {
    for (const fd of this.open) closeSync(fd);
  }
}

/** Its errors differ from the program's by their step: nobody shall take them for the contestant's. */
function ofInteractor(error: unknown): unknown {
  if (!(error instanceof SandboxError) || error instanceof NotBegun) return error;
  const { code, step = 'run', errno } = error;
  return new SandboxError(code, { step: `interactor: ${step}`, ...(errno === undefined ? {} : { errno }) });
}

class Conversation {
  private readonly spec: InteractiveSpec;
  private readonly signal: AbortSignal | undefined;
  private exchange: RawExchange | undefined;
  private program: HeldRun | undefined;
  private interactor: HeldRun | undefined;
  private outlasting: NodeJS.Timeout | undefined;
  private outlasted = false;

  constructor(spec: InteractiveSpec, signal: AbortSignal | undefined) {
    this.spec = spec;
    this.signal = signal;
  }

  async hold(programHold: Hold, interactorHold: Hold): Promise<InteractiveResult> {
    this.start(programHold, interactorHold);
    let cause: unknown;
    const failed = (error: unknown, other: HeldRun | undefined): undefined => {
      cause ??= error;
      other?.cancel();
      return undefined;
    };
    const [program, interactor] = await Promise.all([
      this.program?.result.catch((error: unknown) => failed(error, this.interactor)),
      this.interactor?.result.catch((error: unknown) => failed(ofInteractor(error), this.program)),
    ]);
    clearTimeout(this.outlasting);
    if (cause !== undefined) throw cause instanceof Error ? cause : new Error('unknown', { cause });
    if (program === undefined || interactor === undefined) throw new SandboxError('SUPERVISOR_LOST');
    const ended = this.outlasted && interactor.outcome === 'cancelled';
    return resultOf(program, ended ? { ...interactor, outcome: 'wall-limit' } : interactor, this.exchange);
  }

  private start(programHold: Hold, interactorHold: Hold): void {
    const { program, interactor } = this.spec;
    using pipes = new Pipes();
    const toInteractor = pipes.make();
    const fromInteractor = pipes.make();
    // Its own turns are limited by the exchange; this ends it should it outlive that.
    const wallUs = program.limits.wallUs + interactor.limits.wallUs + spareUs;
    this.interactor = interactorHold.run(
      { ...interactor, limits: { ...interactor.limits, wallUs } },
      { joint: { pipes: { input: toInteractor[0], output: fromInteractor[1] } } },
      this.signal,
    );
    this.program = programHold.run(
      program,
      {
        joint: {
          exchange: {
            toInteractor: toInteractor[1],
            fromInteractor: fromInteractor[0],
            transcriptBytes: this.spec.transcriptBytes,
            interactorWallUs: interactor.limits.wallUs,
            interactorOutputBytes: interactor.limits.outputBytes ?? defaultOutputBytes,
            graceUs: this.spec.goesOn === undefined ? this.graceUs : unboundedGraceUs,
          },
        },
        onSilence: (serial) => void this.compare(serial),
        onExchange: (exchange) => {
          this.exchange = exchange;
          // Nobody listens to it any more.
          if ((exchange.stops & (stops.interactorWall | stops.interactorOutput)) !== 0)
            this.interactor?.cancel();
          else this.endOutlasting(interactor.limits.wallUs - exchange.interactor.chargedUs);
        },
      },
      this.signal,
    );
    if (this.spec.goesOn !== undefined) void this.endAfter(this.interactor, this.program, this.spec.goesOn);
  }

  /** An interactor that has closed its pipes may judge in the time that it has left, and no longer. */
  private endOutlasting(unusedUs: number): void {
    const us = Math.max(0, unusedUs) + spareAfterExchangeUs;
    const ms = Math.min(us / 1000, longestTimerMs);
    this.outlasting = setTimeout(() => {
      this.outlasted = true;
      this.interactor?.cancel();
    }, ms);
  }

  private get graceUs(): number {
    return this.spec.graceUs ?? defaultGraceUs;
  }

  /** What the supervisor does by itself where the interactor's word makes no difference. Never rejects. */
  private async endAfter(
    interactor: HeldRun,
    program: HeldRun,
    goesOn: (interactor: RunResult) => boolean,
  ): Promise<void> {
    const programEnded = program.result.then(
      () => null,
      () => null,
    );
    // Its errors reach the caller that awaits the result.
    const ended = await Promise.race([programEnded, interactor.result.catch(() => null)]);
    if (ended === null || goesOn(ended)) return;
    const timer = setTimeout(() => program.cancel(), this.graceUs / 1000);
    await programEnded;
    clearTimeout(timer);
  }

  /** The program waits; when the interactor waits too, nothing will ever be said again. */
  private async compare(serial: number): Promise<void> {
    const seen = await this.interactor?.inspect();
    if (seen === undefined || seen === inputWait.no) return;
    this.program?.interactorWaits(serial, seen === inputWait.surely);
  }
}
