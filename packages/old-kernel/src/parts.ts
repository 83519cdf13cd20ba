/** A job in parts: several programs one after the other in one boot, each with its own output and ending. */
import { randomBytes } from 'node:crypto';
import { OldKernelError } from './errors.ts';
import { runInMachine } from './run-in-machine.ts';
import type { MachineJob } from './run-in-machine.ts';

export interface MachinePart {
  /** One word. */
  readonly name: string;
  /** Run by sh in a shell of its own. */
  readonly command: string;
}

export interface PartResult {
  readonly exitCode: number;
  readonly output: string;
}

/** Of a fault of the guest's processor. Reported by the shell as 128 + the signal. */
const faultSignals = new Map([
  [128 + 4, 'SIGILL'],
  [128 + 5, 'SIGTRAP'],
  [128 + 7, 'SIGBUS'],
  [128 + 8, 'SIGFPE'],
  [128 + 11, 'SIGSEGV'],
]);

/** How often a part that the emulator broke is begun again, each time in a fresh machine. */
const repetitions = 2;

/**
 * Runs the parts in order, in one machine; the first that does not exit with 0 is the last.
 *
 * Under emulation a correct program may die of a fault, rarely (Node did, with nothing of ours in it: its compiler's
 * code was executed while a thread wrote it). A part that dies so is begun again in a fresh machine, at most twice,
 * and `onRepeat` is called with what the kernel said of it. A part that ends in any other way, or whose fault is in our
 * own code, is never repeated.
 * @throws OldKernelError as `runInMachine` does
 */
export async function runPartsInMachine(
  job: Omit<MachineJob, 'command' | 'onLine'> & {
    readonly parts: readonly MachinePart[];
    /** Shell commands before the first part, in the shell that starts all of them. */
    readonly before?: string;
    readonly onRepeat?: (reason: string) => void;
  },
): Promise<ReadonlyMap<string, PartResult>> {
  const { parts, before = '', onRepeat, ...rest } = job;
  const done = new Map<string, PartResult>();
  let left = parts;
  for (let repeated = 0; ;) {
    const mark = `sandglass-part ${randomBytes(8).toString('hex')}`;
    const { output } = await runInMachine({ ...rest, command: scriptOf(left, before, mark) });
    const ended = partsOf(output, mark);
    for (const [name, result] of ended) done.set(name, result);
    const last = [...ended].at(-1);
    if (last === undefined) throw new OldKernelError('NO_RESULT', 'No part of the job ended.', output);
    const reason = brokenByEmulator(...last);
    if (reason === undefined || repeated === repetitions) return done;
    repeated += 1;
    onRepeat?.(reason);
    left = left.slice(left.findIndex(({ name }) => name === last[0]));
  }
}

function scriptOf(parts: readonly MachinePart[], before: string, mark: string): string {
  return [
    before,
    // What the kernel says of a fault names the program and where it was. Contestants' programs are not meant.
    `faults() { dmesg | grep -E ' (segfault at|trap|general protection) ' | grep -v ' program\\[' | tail -n 8; }`,
    ...parts.map(({ name, command }) =>
      [
        `echo '${mark} begin ${name}'`,
        `dmesg -c >/dev/null`,
        `(\n${command}\n)`,
        `status=$?`,
        `[ $status -le 128 ] || faults`,
        `printf '\\n%s\\n' "${mark} end $status"`,
        `[ $status -eq 0 ] || exit 0`,
      ].join('\n'),
    ),
  ].join('\n');
}

/** Only parts that ended; what one printed lies between its marks. */
export function partsOf(output: string, mark: string): Map<string, PartResult> {
  const found = new Map<string, PartResult>();
  let name = '';
  let lines: string[] = [];
  for (const line of output.split('\n')) {
    if (line.startsWith(`${mark} begin `)) {
      name = line.slice(`${mark} begin `.length);
      lines = [];
    } else if (line.startsWith(`${mark} end `)) {
      // The newline that made sure of the mark's own line.
      const text = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
      found.set(name, { exitCode: Number(line.slice(`${mark} end `.length)), output: text.join('\n') });
    } else lines.push(line);
  }
  return found;
}

/** In words, how the emulator broke this part; undefined where it ended otherwise, or by a fault of our own. */
export function brokenByEmulator(name: string, { exitCode, output }: PartResult): string | undefined {
  const signal = faultSignals.get(exitCode);
  if (signal === undefined || /\bin sand(box\.node|glass-)/.test(output)) return undefined;
  return `The part ${name} died of ${signal} in the emulated machine:\n${output.trimEnd().split('\n').slice(-12).join('\n')}`;
}
