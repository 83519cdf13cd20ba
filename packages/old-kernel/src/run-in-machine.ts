import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants, copyFile, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OldKernelError } from './errors.ts';
import type { OldKernelErrorCode } from './errors.ts';
import { entriesOf } from './guest-files.ts';
import type { GuestFiles } from './guest-files.ts';
import { JobOutput } from './job-output.ts';
import { writeArchive } from './newc.ts';
import { machineOrThrow } from './prepare.ts';
import type { Machine } from './prepare.ts';

export interface MachineJob {
  /** Put into the guest beside busybox and Node. */
  readonly files?: GuestFiles;
  /** Run by sh as root in /root; its standard output and error are one stream. */
  readonly command: string;
  /** Default 1024. */
  readonly memoryMiB?: number;
  /** Default 2. */
  readonly cpus?: number;
  /** From the start of the emulator to its end; a boot that hangs and is repeated does not count. */
  readonly timeoutMs: number;
  /** Told every line the job prints, as it comes. */
  readonly onLine?: (line: string) => void;
  /** Aborting ends the machine at once. */
  readonly signal?: AbortSignal;
}

export interface MachineResult {
  readonly exitCode: number;
  readonly output: string;
  /** From the start of the emulator to its end. */
  readonly durationMs: number;
}

/** A boot takes 4 s on a free core; one that has not begun the job by then hangs and is repeated. */
const bootMs = 45_000;
const boots = 3;

/**
 * Boots the machine, runs one command in it and powers it off. No emulator outlives the call, nor this process.
 * @throws OldKernelError NOT_READY, TIMEOUT, ABORTED, NO_RESULT (with the end of the kernel's messages), GUEST_FILE
 */
export async function runInMachine(job: MachineJob): Promise<MachineResult> {
  const machine = await machineOrThrow();
  await removeAbandoned(machine.work);
  const folder = await mkdtemp(join(machine.work, `boot-${String(process.pid)}-`));
  try {
    const nonce = randomBytes(8).toString('hex');
    const image = join(folder, 'initramfs.cpio');
    await buildImage(machine, job, nonce, image);
    const console = join(folder, 'console.log');
    for (let attempt = 1; ; attempt++) {
      const output = new JobOutput(nonce, job.onLine);
      const result = await boot(machine, job, image, console, output, attempt < boots);
      if (result !== 'hung') return result;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An image is 130 MB: those of processes that were killed are not left lying about. */
async function removeAbandoned(work: string): Promise<void> {
  for (const name of await readdir(work)) {
    const owner = /^boot-(\d+)-/.exec(name)?.[1];
    if (owner !== undefined && !existsSync(`/proc/${owner}`)) {
      await rm(join(work, name), { recursive: true, force: true });
    }
  }
}

async function buildImage(machine: Machine, job: MachineJob, nonce: string, image: string): Promise<void> {
  await copyFile(machine.base, image, constants.COPYFILE_FICLONE);
  const to = await open(image, 'a');
  try {
    const entries = await entriesOf({
      ...job.files,
      '/sandglass/nonce': { content: nonce },
      '/sandglass/job': { content: `${job.command}\n` },
    });
    await writeArchive(to, entries);
  } finally {
    await to.close();
  }
}

async function boot(
  machine: Machine,
  job: MachineJob,
  image: string,
  console: string,
  output: JobOutput,
  mayHang: boolean,
): Promise<MachineResult | 'hung'> {
  const began = performance.now();
  const emulator = spawn(
    // The kernel ends the emulator when the thread that started it dies, however it dies.
    'setpriv',
    ['--pdeathsig', 'KILL', machine.qemu, ...emulatorArguments(machine, job, image, console)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let ended: OldKernelErrorCode | 'hung' | undefined;
  const end = (why: OldKernelErrorCode | 'hung'): void => {
    ended ??= why;
    emulator.kill('SIGKILL');
  };
  const timer = setTimeout(() => end('TIMEOUT'), job.timeoutMs);
  const abort = (): void => end('ABORTED');
  const bootTimer = setTimeout(() => {
    if (mayHang && !output.begun) end('hung');
  }, bootMs);
  job.signal?.addEventListener('abort', abort);
  if (job.signal?.aborted === true) abort();
  let complaints = '';
  emulator.stdout.on('data', (bytes: Buffer) => output.push(bytes));
  emulator.stderr.on('data', (bytes: Buffer) => (complaints += bytes.toString()));
  try {
    await new Promise<void>((resolve, reject) => {
      emulator.once('error', reject);
      emulator.once('close', () => resolve());
    });
  } finally {
    clearTimeout(timer);
    clearTimeout(bootTimer);
    job.signal?.removeEventListener('abort', abort);
  }
  const durationMs = performance.now() - began;
  if (output.status !== undefined && ended === undefined) {
    return { exitCode: output.status, output: output.text, durationMs };
  }
  if (ended === 'hung') return ended;
  const messages = await readFile(console, 'utf8').catch(() => '');
  const detail = [
    ended === 'TIMEOUT' ? `Allowed were ${String(job.timeoutMs)} ms.` : '',
    complaints.trim(),
    `Last kernel messages:\n${messages.trimEnd().split('\n').slice(-60).join('\n')}`,
    `Last lines of the job:\n${output.text.trimEnd().split('\n').slice(-12).join('\n')}`,
  ];
  throw new OldKernelError(ended ?? 'NO_RESULT', detail.filter(Boolean).join('\n'), output.text);
}

function emulatorArguments(machine: Machine, job: MachineJob, image: string, console: string): string[] {
  const sizes = `-m ${String(job.memoryMiB ?? 1024)} -smp ${String(job.cpus ?? 2)}`;
  return [
    ...`-accel tcg,thread=multi -cpu max -no-reboot -nodefaults -display none ${sizes}`.split(' '),
    '-kernel',
    machine.kernel,
    '-initrd',
    image,
    '-append',
    // panic=-1 with -no-reboot: a kernel panic ends the emulator at once instead of waiting for the time limit.
    // cryptomgr.notests: the self-tests of the vector ciphers take long under emulation, and once hung.
    'console=ttyS0 quiet panic=-1 mitigations=off nokaslr cryptomgr.notests',
    // First line: the kernel's messages; second line: the job's output, which nothing else can write into.
    '-serial',
    `file:${console}`,
    '-serial',
    'stdio',
  ];
}
