/** A judgehost in a machine of its own, emulated, with a kernel older than 6.3. The system treats it like every other judgehost. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { compilerFiles, guestCheckout, packageFiles, runInMachine } from '@sandglass/old-kernel';
import type { TestStack } from '@sandglass/testing';
import { compileC } from '../lib/native-helper.ts';
import { Feeder, judging, openSystem, type Ward } from './ward.ts';

/** A judgehost in the machine, and what makes the machine sick. */
export interface FarWard extends Ward {
  /**
   * Beside ours, a judge of the old kind with four workers: a memory group, an IPC and a network namespace for every
   * run. That is what made tasks wait in the kernels before 6.3.
   */
  makeSick(): void;
  makeWell(): void;
}

const name = 'old-kernel';
/** How the machine calls the one that emulates it. */
const starter = '10.0.2.2';
const data = '/var/lib/sandglass';
const user = 1000;
/** On a busy machine the emulated one takes minutes to start. */
const startMs = 300_000;
const machineMs = 900_000;

/** @param progress told what the machine prints */
export async function openFarWard(progress: (line: string) => void): Promise<FarWard> {
  await using stuff = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-trouble-'));
  stuff.defer(() => rm(folder, { recursive: true, force: true }));
  const stack = stuff.use(await openSystem({ address: '127.0.0.1', addressSeen: starter }));
  const { token } = await stack.admin.createJudgehost(name);
  const shell = new PassThrough();
  const stop = new AbortController();
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const machine = runInMachine({
    files: {
      ...(await packageFiles('apps/judgehost')),
      ...(await compilerFiles()),
      ...(await programs(folder)),
      '/root/token': { content: `${token}\n` },
    },
    network: true,
    makesCode: true,
    // One: with two the emulator gives them turns, and either would count the other's turns as its own CPU time.
    cpus: 1,
    memoryMiB: 2048,
    command: script(stack),
    input: shell,
    timeoutMs: machineMs,
    signal: stop.signal,
    onLine: (line) => {
      if (line === 'clock?') setClock(shell);
      else progress(`  ${name}: ${told(line)}`);
    },
  }).then(
    ({ output }) => reject(new Error(`the machine ended by itself:\n${output.slice(-2000)}`)),
    (error: unknown) => reject(error),
  );
  stuff.defer(async () => {
    stop.abort();
    await machine;
  });
  failed.catch(() => {});
  const feeder = new Feeder(stack, 'verdict');
  stuff.defer(() => feeder.stop());
  await Promise.race([judging(stack, startMs), failed]);
  const owned = stuff.move();
  const say = (line: string): void => void shell.write(`${line}\n`);
  return {
    stack,
    host: name,
    makeSick: () => say('old-way fresh 1000000 4 /usr/bin/burn 5 >/dev/null 2>&1 &'),
    makeWell: () => say('killall old-way'),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** A judge of the old kind, and what it runs. */
async function programs(folder: string): Promise<Record<string, { source: string; mode: number }>> {
  const sources = {
    'old-way': join(import.meta.dirname, '../old-kernel/old-way.c'),
    burn: join(import.meta.dirname, '../old-kernel/burn.c'),
  };
  const made = Object.entries(sources).map(async ([program, source]) => {
    const path = await compileC(source, join(folder, program), 'static');
    return [`/usr/bin/${program}`, { source: path, mode: 0o755 }] as const;
  });
  return Object.fromEntries(await Promise.all(made));
}

/** Its emulated clock is right to a second: it asks for the beginning of the next one. */
function setClock(shell: PassThrough): void {
  setTimeout(
    () => shell.write(`date -s @${String(Math.round(Date.now() / 1000))} >/dev/null\n`),
    1000 - (Date.now() % 1000),
  );
}

function script({ stack }: TestStack): string {
  const settings = {
    SANDGLASS_URL: `http://${starter}:${String(stack.port)}`,
    SANDGLASS_TOKEN_FILE: '/root/token',
    SANDGLASS_HOST_NAME: name,
    SANDGLASS_DATA: `${data}/judgehost`,
  };
  const words = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
  return `
echo clock?
read -r line </dev/ttyS1
eval "$line"
mkdir -p ${data}
# Of memory; little of it is ever used.
mount -t tmpfs -o size=6g,mode=755 tmpfs ${data}
mkdir ${data}/judgehost
chown ${String(user)}:${String(user)} ${data}/judgehost
# As a service manager does: what the emulator broke is started again.
while :; do
  ${words.join(' ')} ${guestCheckout}/native/sandbox/build/sandglass-sandbox launch --user ${String(user)} --group ${String(user)} -- \\
    /usr/bin/node ${guestCheckout}/apps/judgehost/src/main.ts
  sleep 1
done &
while read -r line; do eval "$line"; done </dev/ttyS1`;
}

/** Of a log line what matters here. */
function told(line: string): string {
  try {
    const { msg, reasons } = JSON.parse(line) as { msg?: string; reasons?: string[] };
    return [msg, ...(reasons ?? [])].join(': ');
  } catch {
    return line;
  }
}
