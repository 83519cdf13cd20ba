import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { SandglassClient } from '@sandglass/client';
import { removeSocketFolders, Stack } from '@sandglass/local-services';
import { checkoutRoot, defaultDataFolder } from '../platform/checkout.ts';
import { UsageError, type Command } from '../platform/command.ts';
import { apiSettingsOf } from '../up/api-settings.ts';
import { detach } from '../up/detach.ts';
import { noteStack } from '../platform/known-stacks.ts';
import { imagesFolder } from '../rootfs/images.ts';
import { ensureJudgehost } from '../up/ensure-judgehost.ts';
import { loadContestFile } from '../up/load-contest-file.ts';
import { loadSampleContest } from '../up/load-sample-contest.ts';
import { printWelcome, type Welcome } from '../up/welcome.ts';
import { forgetRunningStack, readRunningStack, writeRunningStack } from '../platform/running-stack.ts';
import { say } from '../platform/terminal.ts';
import { readWords, wholeNumber } from '../platform/words.ts';

export const command: Command = {
  name: 'up',
  summary: 'start everything on this machine, with a sample contest',
  usage: `Usage: ./sandglass up [--port N] [--host ADDRESS] [--data DIR] [--slots N] [--detach]
                      [--no-sample | --contest FILE]

  --port N       port of the web and the api (default 8080; 0 takes a free one)
  --host ADDRESS address to listen on (default 127.0.0.1; 0.0.0.0 opens it to the network)
  --data DIR     where everything is kept (default ${defaultDataFolder()})
  --slots N      slots of the judgehost (default: one per usable physical core)
  --detach       return when everything is ready; ./sandglass down stops it
  --no-sample    do not load the sample contest and the practice contest
  --contest FILE load this contest instead: definition, problems, people and accounts (samples/regional/contest.yaml)

Starts a private PostgreSQL and Redis (or uses DATABASE_URL and REDIS_URL), the api with
the web, and one judgehost. A second run keeps the data. Logs: DIR/log. Settings of the api
(docs/api.md) are taken from the environment.`,
  async run(argv) {
    const options = parse(argv);
    const running = readRunningStack(options.dataFolder);
    if (running !== undefined) {
      say(`Sandglass is already running at ${running.url} (./sandglass down stops it).`);
      return 0;
    }
    if (options.detach) return detach(argv, options.dataFolder);
    return runStack(options);
  },
};

interface UpOptions {
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  readonly slots: number | undefined;
  readonly detach: boolean;
  readonly sample: boolean;
  readonly contest: string | undefined;
}

function parse(argv: readonly string[]): UpOptions {
  const { values } = readWords(argv, {
    options: {
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      data: { type: 'string' },
      slots: { type: 'string' },
      detach: { type: 'boolean', default: false },
      'no-sample': { type: 'boolean', default: false },
      contest: { type: 'string' },
    },
  });
  return {
    dataFolder: values.data === undefined ? defaultDataFolder() : resolve(values.data),
    host: values.host,
    port: wholeNumber('--port', values.port, 0, 65_535),
    slots: values.slots === undefined ? undefined : wholeNumber('--slots', values.slots, 1, 1024),
    detach: values.detach,
    sample: !values['no-sample'] && values.contest === undefined,
    contest: contestFile(values.contest),
  };
}

/** Starts the stack as children of this process, prints where it is, and stops it at the first signal. */
/** @throws UsageError before anything is started */
function contestFile(path: string | undefined): string | undefined {
  if (path === undefined || existsSync(path)) return path === undefined ? undefined : resolve(path);
  throw new UsageError(`--contest: there is no file ${path}`);
}

async function runStack(options: UpOptions): Promise<number> {
  requireRoot();
  const step = (what: string): void => say(`${time()}  ${what}`);
  const stack = new Stack({
    root: checkoutRoot,
    dataFolder: options.dataFolder,
    host: options.host,
    port: options.port,
    ...(options.slots === undefined ? {} : { slots: options.slots }),
    ...fromEnvironment(),
    apiSettings: apiSettingsOf(process.env),
    imagesFolder: imagesFolder(),
    onStep: step,
    onRestart: (name, why) => step(`${name} ended (${why}); starting it again`),
    onRestarted: () => remember(),
  });
  const remember = (): void =>
    writeRunningStack({
      url: stack.url,
      dataFolder: options.dataFolder,
      startedAt: new Date().toISOString(),
      processes: stack.processes.map((child) => ({ name: child.options.name, identity: child.identity })),
      restarts: stack.restarts,
    });
  const stopSignal = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
  try {
    await stack.startServer();
    remember();
    noteStack(options.dataFolder);
    const welcome: Welcome = { url: stack.url, adminPassword: stack.adminPassword, logins: [] };
    const operator = new SandglassClient(stack.url, { token: stack.operatorToken });
    await optionally(step, 'the sample contest could not be loaded', async () => {
      if (options.sample) welcome.logins.push(...(await loadSampleContest(stack, operator, step)));
    });
    await optionally(step, `the contest of ${options.contest ?? ''} could not be loaded`, async () => {
      if (options.contest !== undefined)
        welcome.logins.push(...(await loadContestFile(stack, operator, options.contest, step)));
    });
    await optionally(step, 'the judgehost of this machine does not judge yet', () =>
      ensureJudgehost(stack, operator, step),
    );
    remember();
    printWelcome(welcome, options.dataFolder);
    process.send?.({ ready: true });
    if (process.connected) process.disconnect();
    step(`Stopping (${await stopSignal})`);
  } finally {
    await stack.stop();
    forgetRunningStack(options.dataFolder);
    removeSocketFolders(options.dataFolder);
  }
  return 0;
}

/** People may be using what runs already: what else fails is reported and stops nothing. */
async function optionally(
  step: (what: string) => void,
  failure: string,
  action: () => Promise<void>,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    step(
      `FAILED: ${failure}; everything else goes on. ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Servers of one's own take the place of the private ones. */
function fromEnvironment(): { databaseUrl?: string; redisUrl?: string } {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = process.env;
  return {
    ...(databaseUrl === undefined || databaseUrl === '' ? {} : { databaseUrl }),
    ...(redisUrl === undefined || redisUrl === '' ? {} : { redisUrl }),
  };
}

function requireRoot(): void {
  if (process.getuid?.() === 0) return;
  throw new Error(
    'the sandbox needs root to make namespaces and cgroups: run `sudo ./sandglass up`.\n' +
      'Only the small native broker keeps that right; PostgreSQL, Redis, api and judgehost run as an ordinary user.',
  );
}

function time(): string {
  return new Date().toTimeString().slice(0, 8);
}
