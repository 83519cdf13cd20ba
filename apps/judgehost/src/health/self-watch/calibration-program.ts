/** The calibration program in a slot: what is asked of it, and what it must answer on every host there is. */
import type { RunResult, RunSpec, Slot } from '@sandglass/sandbox';

/** Where the native build puts it. */
export const calibrationProgram = new URL('../../../../../native/sandbox/build/calibration', import.meta.url)
  .pathname;

/** Of its fixed computation; the same on every architecture. */
const checksum = '89246a9a00049ef0';

export type CalibrationRequest =
  | { readonly kind: 'work' }
  | { readonly kind: 'spin'; readonly cpuUs: number }
  | { readonly kind: 'sleep'; readonly wallUs: number }
  | { readonly kind: 'touch'; readonly mebibytes: number; readonly limitMebibytes: number };

const mebibyte = 1024 * 1024;
/** Of what is limited, the others are never to be met. */
const roomy = { cpuUs: 10_000_000, wallUs: 30_000_000, memoryBytes: 256 * mebibyte, processes: 4 };

/** @param program path of the calibration program on the host. @throws SandboxError */
export function runCalibration(
  slot: Slot,
  program: string,
  request: CalibrationRequest,
  signal?: AbortSignal,
): Promise<RunResult> {
  return slot.run(specOf(program, request), { signal });
}

function specOf(program: string, request: CalibrationRequest): RunSpec {
  const target = '/judge/calibration';
  const spec = (args: readonly string[], limits: Partial<RunSpec['limits']>): RunSpec => ({
    argv: [target, ...args],
    binds: [{ source: program, target }],
    stdout: { captureBytes: 256 },
    stderr: 'stdout',
    limits: { ...roomy, ...limits },
  });
  switch (request.kind) {
    case 'work':
      return spec(['work'], {});
    case 'spin':
      return spec(['spin'], { cpuUs: request.cpuUs });
    case 'sleep':
      return spec(['sleep'], { wallUs: request.wallUs });
    case 'touch':
      return spec(['touch', String(request.mebibytes)], { memoryBytes: request.limitMebibytes * mebibyte });
  }
}

/** What is wrong with a run of the fixed computation; null when it did what it must. */
export function wrongWith(result: RunResult): string | null {
  const text = Buffer.from(result.stdout ?? [])
    .toString('latin1')
    .trim();
  if (result.outcome !== 'exited' || result.exitCode !== 0) return `the calibration program ${endOf(result)}`;
  return text === checksum
    ? null
    : `the calibration program computed "${text.slice(0, 64)}", not ${checksum}`;
}

export function endOf({ outcome, exitCode, signal }: RunResult): string {
  if (outcome === 'exited') return `ended with status ${String(exitCode)}`;
  return outcome === 'signalled' ? `was ended by signal ${String(signal)}` : `met the ${outcome}`;
}
