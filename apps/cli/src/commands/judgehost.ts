import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ordinaryUser, ownFolder } from '@sandglass/local-services';
import { checkoutRoot, defaultDataFolder } from '../checkout.ts';
import { UsageError, type Command } from '../command.ts';
import { rootfsOf } from '../rootfs/images.ts';
import { slotWishesOf, slotWishOptions, slotWishUsage } from '../slot-wishes.ts';

export const command: Command = {
  name: 'judgehost',
  summary: 'run a judgehost for a server elsewhere',
  usage: `Usage: ./sandglass judgehost --url URL --token-file FILE [--name NAME] [--data DIR]
                             [--rootfs IMAGE] [--slots N] [--smt use] [--reserve N]

  --url URL          the api, e.g. https://judge.example.org
  --token-file FILE  holds the token that the api made for this judgehost
  --name NAME        how the host is called (default ${hostname()})
  --data DIR         cache and logs (default ${defaultDataFolder()}/judgehost)
  --rootfs IMAGE     name or folder of a chroot image whose compilers judge (SANDGLASS_ROOTFS);
                     default: this host's
${slotWishUsage}

Runs in the foreground until SIGTERM or SIGINT; work in hand is finished or handed back.`,
  async run(argv) {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        url: { type: 'string' },
        'token-file': { type: 'string' },
        name: { type: 'string', default: hostname() },
        ...slotWishOptions,
        data: { type: 'string' },
        rootfs: { type: 'string' },
      },
    });
    if (values.url === undefined || !URL.canParse(values.url))
      throw new UsageError('--url must be an address such as https://judge.example.org');
    if (values['token-file'] === undefined) throw new UsageError('--token-file is needed');
    const { slots, smt = 'idle', reserve = 0 } = slotWishesOf(values);
    if (process.getuid?.() !== 0) throw new Error('the sandbox needs root: sudo ./sandglass judgehost …');
    const user = ordinaryUser();
    const data = resolve(values.data ?? join(defaultDataFolder(), 'judgehost'));
    ownFolder(data, user, 0o711);
    const rootfs = rootfsOf(values.rootfs);
    return runLauncher(
      [
        'launch',
        '--user',
        String(user.uid),
        '--group',
        String(user.gid),
        '--',
        process.execPath,
        join(checkoutRoot, 'apps/judgehost/src/main.ts'),
      ],
      {
        SANDGLASS_URL: values.url,
        SANDGLASS_TOKEN: readFileSync(values['token-file'], 'utf8').trim(),
        SANDGLASS_HOST_NAME: values.name,
        SANDGLASS_DATA: data,
        ...(rootfs === undefined ? {} : { SANDGLASS_ROOTFS: rootfs }),
        ...(slots === null || slots === undefined ? {} : { SANDGLASS_SLOTS: String(slots) }),
        ...(values.smt === undefined ? {} : { SANDGLASS_SMT: smt }),
        ...(values.reserve === undefined ? {} : { SANDGLASS_RESERVE: String(reserve) }),
      },
    );
  },
};

/** The launcher makes the root broker, drops to the ordinary user and becomes the judgehost. */
function runLauncher(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const launcher = join(checkoutRoot, 'native/sandbox/build/sandglass-sandbox');
  const child = spawn(launcher, args, {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)),
    );
  });
}
