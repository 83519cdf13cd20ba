/** A hostile program that attacks while it runs. It needs neither compilers nor the judge, so that it is done in guests too. */
import type { Limits } from '@sandglass/contracts';
import type { RunSpec, Slot } from '@sandglass/sandbox';
import { endingOf, text, described, usualLimits, type Done } from './ending.ts';
import { groupOf, type HostileProgram } from './model.ts';
import type { HostileFixture } from './fixture.ts';

export interface RunPlace {
  readonly fixture: HostileFixture;
  readonly slot: Slot;
  /** Of the host, for what is collected. */
  readonly work: { readonly path: string };
}

/** @param command how the program is started in the sandbox */
export async function letRun(
  runPlace: RunPlace,
  program: HostileProgram,
  command: Pick<RunSpec, 'argv' | 'env'>,
  limits: Limits,
): Promise<Done> {
  const { fixture, slot } = runPlace;
  if (groupOf(program) === 'spying') await judgeSomethingBefore(runPlace);
  const result = await slot.run({
    ...command,
    program: { directory: fixture.programFolder(program) },
    stdin: { path: fixture.inputFile },
    stdout: { captureBytes: 65_536 },
    stderr: { captureBytes: 65_536 },
    ...(program.collects === true ? collection(runPlace) : {}),
    limits,
  });
  const collected = result.collected.map(({ path, bytes, data }) => `${path} ${String(bytes)} ${text(data)}`);
  return {
    ending: endingOf(result),
    out: [text(result.stdout), text(result.stderr), ...collected].join('\n'),
    detail: described(result),
    allowedUs: limits.wallUs,
  };
}

/** What a spy would like to find: the traces of another team's program and of its validator. */
async function judgeSomethingBefore({ slot, fixture }: RunPlace): Promise<void> {
  await slot.run({
    argv: ['/program/program'],
    program: { directory: fixture.otherTeam },
    binds: [
      { source: fixture.inputFile, target: '/judge/input' },
      { source: fixture.answerFile, target: '/judge/answer' },
    ],
    files: [{ path: 'feedback/judgemessage.txt', source: fixture.answerFile }],
    limits: usualLimits,
  });
}

function collection({ work }: RunPlace): Pick<Parameters<Slot['run']>[0], 'collect' | 'collectTree'> {
  return {
    collect: ['out', 'other', 'shadow', 'flip', 'socket'].map((path) => ({
      path,
      maxBytes: 1 << 20,
      optional: true,
    })),
    collectTree: { path: '.', to: `${work.path}/tree`, maxBytes: 8 << 20, maxFiles: 50 },
  };
}
