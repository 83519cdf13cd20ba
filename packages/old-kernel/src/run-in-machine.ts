import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants, copyFile, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
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
  /** Called with every line the job prints, as it comes. */
  readonly onLine?: (line: string) => void;
  /**
   * A network card: the guest's `10.0.2.2` is this machine's own address, and it reaches what this machine reaches.
   * Nothing reaches the guest.
   */
  readonly network?: boolean;
  /**
   * Node may make code at run time, WebAssembly included, which undici needs. The emulator then has one thread for all
   * processors (see the README), so programs that run at once share one core of this machine.
   */
  readonly makesCode?: boolean;
  /** Lines for the job, which reads them from /dev/ttyS1. */
  readonly input?: Readable;
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
  const drivers = job.network === true ? machine.networkModules : [];
  try {
    const entries = await entriesOf({
      ...job.files,
      ...Object.fromEntries(drivers.map((source) => [join(driverFolder, basename(source)), { source }])),
      '/sandglass/nonce': { content: nonce },
      '/sandglass/job': { content: [...before(job, drivers), job.command, ''].join('\n') },
    });
    await writeArchive(to, entries);
  } finally {
    await to.close();
  }
}

const driverFolder = '/lib/sandglass-drivers';

/** What the shell does before the command. */
function before(job: MachineJob, drivers: readonly string[]): string[] {
  return [
    ...(job.makesCode === true ? [`export NODE_OPTIONS="$NODE_OPTIONS_MAKING_CODE"`] : []),
    ...drivers.map((driver) => `insmod ${join(driverFolder, basename(driver))}`),
    ...(drivers.length === 0
      ? []
      : ['ip link set eth0 up', 'ip addr add 10.0.2.15/24 dev eth0', 'ip route add default via 10.0.2.2']),
  ];
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
    // Never an input that has ended: the emulator then drops bytes of the output where the line is busy.
    { stdio: [job.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] },
  ) as ChildProcessByStdio<Writable | null, Readable, Readable>;
  // The emulator may be gone before what is said to it.
  emulator.stdin?.on('error', () => {});
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
  emulator.stdout.on('data', (bytes: Buffer) => {
    const { begun } = output;
    output.push(bytes);
    // What comes before the line is set up is lost.
    if (!begun && output.begun && emulator.stdin !== null) job.input?.pipe(emulator.stdin);
  });
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
  const threads = job.makesCode === true ? 'single' : 'multi';
  return [
    ...`-accel tcg,thread=${threads} -cpu max -no-reboot -nodefaults -display none ${sizes}`.split(' '),
    ...(job.network === true ? ['-netdev', 'user,id=card', '-device', 'virtio-net-pci,netdev=card'] : []),
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
