/** A hostile program talks to an honest interactor, or an honest program to a hostile one; through the exchange. */
import { decideInteractive, type Validation } from '@sandglass/domain';
import { runInteractive, type InteractiveResult, type InteractiveSide, type Slot } from '@sandglass/sandbox';
import type { Limits } from '@sandglass/contracts';
import type { HostileProgram } from './model.ts';
import type { HostileFixture } from './fixture.ts';

export interface Table {
  readonly fixture: HostileFixture;
  readonly slot: Slot;
  readonly companion: Slot;
}

/** The outcome, as an attempt reports it. */
export interface Talked {
  readonly ending: string;
  readonly out: string;
  readonly detail: string;
  readonly allowedUs: number;
}

/** @returns the verdict, made by the rule that judging uses */
export async function letTalk(
  { fixture, slot, companion }: Table,
  program: HostileProgram,
  limits: Limits,
): Promise<Talked> {
  const hostile = side(fixture, fixture.programFolder(program), limits);
  const rebuilds = companion.rebuilds;
  const result = await (program.as === 'interactor'
    ? talk(companion, slot, side(fixture, fixture.guesser, limits), hostile)
    : talk(slot, companion, hostile, side(fixture, fixture.interactor, limits)));
  const { verdict, reason } = decided(result, limits);
  const kept = result.transcript.reduce((sum, { data }) => sum + data.length + 16, 0);
  const breaches = [
    ...(companion.rebuilds === rebuilds ? [] : ['BREACH the other side’s slot was rebuilt']),
    ...(kept <= transcriptBytes ? [] : [`BREACH the transcript holds ${String(kept)} bytes`]),
  ];
  return {
    ending: verdict,
    out: [
      ...breaches,
      ...result.transcript.map(({ data }) => Buffer.from(data).toString('latin1')),
      Buffer.from(result.program.stderr ?? []).toString('latin1'),
    ].join('\n'),
    detail: `${reason}\n${JSON.stringify({ ...result, transcript: result.transcript.length })}`,
    allowedUs: 2 * limits.wallUs,
  };
}

/** Both sides are honest. */
export async function letHonestTalk(
  { fixture, slot, companion }: Table,
  limits: Limits,
): Promise<{ readonly verdict: string; readonly reason: string; readonly cpuUs: number }> {
  const program = side(fixture, fixture.guesser, limits);
  const result = await talk(slot, companion, program, side(fixture, fixture.interactor, limits));
  return { ...decided(result, limits), cpuUs: result.program.cpuUs };
}

const transcriptBytes = 65_536;

function side(fixture: HostileFixture, directory: string, limits: Limits): InteractiveSide {
  return {
    argv: ['/program/program'],
    env: fixture.environment,
    program: { directory },
    stderr: { captureBytes: 65_536 },
    limits,
  };
}

function decided(result: InteractiveResult, limits: Limits): ReturnType<typeof decideInteractive> {
  return decideInteractive({
    facts: result.program,
    limits,
    interactor: spoken(result),
    endedFirst: result.endedFirst,
    deadlock: result.deadlock,
    chargedWallUs: result.exchange.program.chargedWallUs,
  });
}

function talk(
  programSlot: Slot,
  interactorSlot: Slot,
  program: InteractiveSide,
  interactor: InteractiveSide,
): Promise<InteractiveResult> {
  return runInteractive(programSlot, interactorSlot, {
    program,
    interactor,
    transcriptBytes,
    graceUs: 100_000,
  });
}

function spoken({ interactor }: InteractiveResult): Validation {
  if (interactor.outcome === 'exited' && interactor.exitCode === 42) return { kind: 'accepted' };
  if (interactor.outcome === 'exited' && interactor.exitCode === 43) return { kind: 'rejected' };
  return { kind: 'trouble', message: `${interactor.outcome} ${String(interactor.exitCode)}` };
}
