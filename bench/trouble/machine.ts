/** A judgehost in an emulated machine of its own, with a kernel older than 6.3; it joins with an invitation. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { serviceAccounts } from '@sandglass/local-services';
import { compilerFiles, guestCheckout, packageFiles, runInMachine } from '@sandglass/old-kernel';
import { compileC } from '../lib/native-helper.ts';
import { Feeder, judging, openSystem, type Environment } from './environment.ts';
import { pause } from './watcher.ts';

/** A judgehost in the machine, and what makes the machine unhealthy. */
export interface EmulatedEnvironment extends Environment {
  /**
   * Beside ours, a judge of the old kind with eight workers: a memory group, an IPC and a network namespace for every
   * run. That is what made tasks wait in the kernels before 6.3. Resolves when some do.
   */
  makeUnhealthy(): Promise<void>;
  makeHealthy(): void;
}

const name = 'old-kernel';
/** How the machine calls the one that emulates it. */
const starter = '10.0.2.2';
const data = '/var/lib/sandglass';
/**
 * Of the old judge. They come last when the processor is given away: it is one, and emulated, and what is to be seen is
 * how the kernel holds up tasks, not how slow the emulator is.
 */
const workers = 8;
const waitMs = 60_000;
/** What the machine says when tasks of its kernel wait. */
const waiting = 'tasks wait';
/** A submission takes half of that there: the host must be healthy, and idle at times, until it is made unhealthy. */
const everyMs = 15_000;
/** On a busy machine the emulated one takes minutes to start. */
const startMs = 300_000;
const machineMs = 900_000;

/** @param progress called with what the machine prints */
export async function openEmulatedEnvironment(
  progress: (line: string) => void,
): Promise<EmulatedEnvironment> {
  await using stuff = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-trouble-'));
  stuff.defer(() => rm(folder, { recursive: true, force: true }));
  const stack = stuff.use(await openSystem({ address: '127.0.0.1', addressSeen: starter }));
  const { token } = await stack.admin.hosts.invite({ name });
  const shell = new PassThrough();
  const stop = new AbortController();
  const unhealthy = Promise.withResolvers<void>();
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const machine = runInMachine({
    files: {
      ...(await packageFiles('apps/judgehost')),
      ...(await packageFiles('apps/cli')),
      ...(await compilerFiles()),
      ...(await programs(folder)),
      ...accounts,
    },
    network: true,
    makesCode: true,
    // One: with two the emulator gives them turns, and either would count the other's turns as its own CPU time.
    cpus: 1,
    memoryMiB: 2048,
    command: script(`http://${starter}:${String(stack.stack.port)}`, token),
    input: shell,
    timeoutMs: machineMs,
    signal: stop.signal,
    onLine: (line) => {
      if (line === 'clock?') setClock(shell);
      else if (line === waiting) unhealthy.resolve();
      else progress(`  ${name}: ${shortened(line)}`);
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
  const feeder = new Feeder(stack, everyMs);
  stuff.defer(() => feeder.stop());
  await Promise.race([judging(stack, 1, startMs), failed]);
  const owned = stuff.move();
  const say = (line: string): void => void shell.write(`${line}\n`);
  return {
    stack,
    host: name,
    async makeUnhealthy() {
      say(
        `sh -c 'renice -n 15 $$ && exec old-way fresh 1000000 ${String(workers)} /usr/bin/burn 5' >/dev/null 2>&1 &`,
      );
      say(`until [ "$(ps -o stat | grep -c ^D)" -ge 2 ]; do sleep 0.2; done; echo ${waiting}`);
      // Where none ever does, the missing alarm shows it.
      await Promise.race([unhealthy.promise, failed, pause(waitMs)]);
    },
    makeHealthy: () => say('killall old-way'),
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

/** The account that its judgehost runs as, and the command that finds it. */
const { judgehost: account } = serviceAccounts;
const accounts = {
  '/etc/passwd': { content: `root:x:0:0:root:/root:/bin/sh\n${account}:x:1000:1000::/:/bin/false\n` },
  '/etc/group': { content: `root:x:0:\n${account}:x:1000:\n` },
  '/usr/bin/getent': { content: '#!/bin/sh\nexec grep "^$2:" "/etc/$1"\n', mode: 0o755 },
};

function script(url: string, invitation: string): string {
  const folder = `${data}/judgehost`;
  return `
echo clock?
read -r line </dev/ttyS1
eval "$line"
mkdir -p ${data}
# Of memory; little of it is ever used.
mount -t tmpfs -o size=6g,mode=755 tmpfs ${data}
sandglass() { node ${guestCheckout}/apps/cli/src/main.ts "$@"; }
# As a service manager does: what the emulator broke is started again.
while :; do
  if [ -e ${folder}/token ]; then sandglass judgehost --data ${folder}
  else sandglass judgehost join ${url} ${invitation} --name ${name} --data ${folder}
  fi
  sleep 1
done &
while read -r line; do eval "$line"; done </dev/ttyS1`;
}

/** Of a log line what matters here. */
function shortened(line: string): string {
  try {
    const { msg, reasons } = JSON.parse(line) as { msg?: string; reasons?: string[] };
    return [msg, ...(reasons ?? [])].join(': ');
  } catch {
    return line;
  }
}
