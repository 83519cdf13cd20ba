import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { serviceUser, takeOverFolder } from '@sandglass/local-services';
import { checkoutRoot, defaultDataFolder } from '../platform/checkout.ts';
import { UsageError, type Command } from '../platform/command.ts';
import { manage, verbs } from '../judgehost/manage.ts';
import { keepRunning } from '../judgehost/keep-running.ts';
import { joinServer, readMembership, rotateOwnToken, tokenFileOf } from '../judgehost/own-credential.ts';
import { rootfsOf } from '../rootfs/images.ts';
import { slotWishesOf, slotWishOptions, slotWishUsage } from '../platform/slot-wishes.ts';
import { say } from '../platform/terminal.ts';
import { readWords, webAddress } from '../platform/words.ts';

const defaultName = hostname()
  .replaceAll(/[^a-zA-Z0-9_.-]/g, '-')
  .slice(0, 64);

const options = {
  url: { type: 'string' },
  'token-file': { type: 'string' },
  name: { type: 'string' },
  ...slotWishOptions,
  data: { type: 'string' },
  rootfs: { type: 'string' },
  'no-start': { type: 'boolean', default: false },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  minutes: { type: 'string' },
  reason: { type: 'string' },
} as const;

function parse(argv: readonly string[]) {
  return readWords(argv, { most: Infinity, options });
}
type Values = ReturnType<typeof parse>['values'];

export const command: Command = {
  name: 'judgehost',
  summary: 'join a server as a judgehost, run one, and manage them',
  usage: `Usage: ./sandglass judgehost join URL TOKEN [--name NAME] [--no-start] [options]
       ./sandglass judgehost [options]                      start again what has joined
       ./sandglass judgehost --url URL --token-file FILE [--name NAME] [options]
       ./sandglass judgehost rotate [--data DIR]            a new token for this host
  for administrators:
       ./sandglass judgehost invite [--name NAME] [--minutes N]
       ./sandglass judgehost list
       ./sandglass judgehost enable|drain|disable NAME… [--reason TEXT]
       ./sandglass judgehost revoke NAME…
       ./sandglass judgehost delete NAME…                  those that never registered
       ./sandglass judgehost warm-up CONTEST [NAME…]      of these hosts; of all by default

Options of a judgehost:
  --name NAME   how the host is called (default ${defaultName})
  --data DIR    credential, cache and logs (default ${defaultDataFolder()}/judgehost)
  --rootfs IMAGE  name or folder of a chroot image whose compilers judge (SANDGLASS_ROOTFS);
                default: this host's
${slotWishUsage}
  --no-start    join only

Options of administrators:
  --url URL, --user NAME (default admin), --password-file FILE, --data DIR
                default: what \`up\` started on this machine, as its operator (no password)
  --minutes N   until the invitation expires (default 60)

A judgehost runs in the foreground until SIGTERM or SIGINT; work in hand is finished or handed back.`,
  async run(argv) {
    const { values, positionals } = parse(argv);
    const [verb, ...words] = positionals;
    refuseOthers(verb, words, argv);
    if (verb === 'join') return joinAndStart(values, words);
    if (verb === 'rotate') {
      const { name } = await rotateOwnToken(dataFolderOf(values));
      say(`${name} has a new token; the old one is void`);
      return 0;
    }
    const managed = verbs.find((one) => one === verb);
    if (managed !== undefined) {
      const { url, user, data, name, minutes, reason } = values;
      const passwordFile = values['password-file'];
      const lines = await manage(managed, words, { url, user, passwordFile, data, name, minutes, reason });
      for (const line of lines) say(line);
      return 0;
    }
    if (verb !== undefined) throw new UsageError(`there is no \`judgehost ${verb}\``);
    return start(values);
  },
};

const ofHosts = ['url', 'token-file', 'name', 'slots', 'smt', 'reserve', 'data', 'rootfs'];
const ofPeople = ['url', 'user', 'password-file', 'data'];

/** What each verb takes: its options, and how many words after it. */
const takes: Readonly<Record<string, readonly [options: readonly string[], least: number, most: number]>> = {
  '': [ofHosts, 0, 0],
  join: [[...ofHosts, 'no-start'].filter((option) => option !== 'url' && option !== 'token-file'), 2, 2],
  rotate: [['data'], 0, 0],
  invite: [[...ofPeople, 'name', 'minutes'], 0, 0],
  list: [ofPeople, 0, 0],
  enable: [[...ofPeople, 'reason'], 1, Infinity],
  drain: [[...ofPeople, 'reason'], 1, Infinity],
  disable: [[...ofPeople, 'reason'], 1, Infinity],
  revoke: [ofPeople, 1, Infinity],
  delete: [ofPeople, 1, Infinity],
  'warm-up': [ofPeople, 1, Infinity],
};

/** @throws UsageError for an option or a word that the verb does not take: it would be ignored */
function refuseOthers(verb: string | undefined, words: readonly string[], argv: readonly string[]): void {
  const rule = Object.hasOwn(takes, verb ?? '') ? takes[verb ?? ''] : undefined;
  if (rule === undefined) {
    const known = Object.keys(takes).filter((name) => name !== '');
    throw new UsageError(`there is no \`judgehost ${verb ?? ''}\`; there are ${known.join(', ')}`);
  }
  const [allowed, least, most] = rule;
  const called = verb === undefined ? 'judgehost' : `judgehost ${verb}`;
  for (const name of Object.keys(options)) {
    const given = argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`));
    if (given && !allowed.includes(name)) throw new UsageError(`--${name} does not go with \`${called}\``);
  }
  if (words.length < least && verb !== 'join')
    throw new UsageError(`${called}: name ${verb === 'warm-up' ? 'the contest' : 'at least one judgehost'}`);
  if (words.length > most)
    throw new UsageError(`unexpected argument "${words[most] ?? ''}" for \`${called}\``);
}

function dataFolderOf({ data }: Values): string {
  return resolve(data ?? join(defaultDataFolder(), 'judgehost'));
}

async function joinAndStart(values: Values, [url, token]: readonly string[]): Promise<number> {
  if (url === undefined || token === undefined)
    throw new UsageError('join: give the address of the api and the token an administrator has made');
  webAddress('join: the address', url);
  slotWishesOf(values);
  const data = dataFolderOf(values);
  const known = readMembership(data);
  if (known !== null)
    throw new UsageError(
      `this host has joined ${known.url} as ${known.name}: start it with \`judgehost\`, or remove ${tokenFileOf(data)}`,
    );
  if (process.getuid?.() === 0) takeOverFolder(data, serviceUser('judgehost'), 0o711);
  const joined = await joinServer(url, token, values.name ?? defaultName, data);
  say(`joined ${joined.url} as ${joined.name}; its token is in ${tokenFileOf(data)}`);
  return values['no-start'] ? 0 : start(values);
}

async function start(values: Values): Promise<number> {
  const data = dataFolderOf(values);
  const joined = readMembership(data);
  const url = values.url ?? joined?.url;
  if (url === undefined)
    throw new UsageError('--url is missing, such as https://judge.example.org; or `judgehost join` first');
  webAddress('--url', url);
  const tokenFile = resolve(values['token-file'] ?? tokenFileOf(data));
  if (!existsSync(tokenFile)) throw new UsageError('--token-file is needed, or `judgehost join` first');
  const { slots, smt = 'idle', reserve = 0 } = slotWishesOf(values);
  if (process.getuid?.() !== 0) throw new Error('the sandbox needs root: sudo ./sandglass judgehost …');
  const user = serviceUser('judgehost');
  takeOverFolder(data, user, 0o711);
  const rootfs = rootfsOf(values.rootfs);
  // The launcher makes the root broker, drops to the ordinary user and becomes the judgehost.
  return keepRunning(
    join(checkoutRoot, 'native/sandbox/build/sandglass-sandbox'),
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
      SANDGLASS_URL: url,
      ...tokenFor(values, tokenFile),
      SANDGLASS_HOST_NAME: values.name ?? joined?.name ?? defaultName,
      SANDGLASS_DATA: data,
      ...(rootfs === undefined ? {} : { SANDGLASS_ROOTFS: rootfs }),
      ...(slots === null || slots === undefined ? {} : { SANDGLASS_SLOTS: String(slots) }),
      ...(values.smt === undefined ? {} : { SANDGLASS_SMT: smt }),
      ...(values.reserve === undefined ? {} : { SANDGLASS_RESERVE: String(reserve) }),
    },
  );
}

/** Its own file the judgehost reads itself, and again when it was rotated; another's may be root's alone. */
function tokenFor(values: Values, tokenFile: string): Record<string, string> {
  if (values['token-file'] === undefined) return { SANDGLASS_TOKEN_FILE: tokenFile };
  return { SANDGLASS_TOKEN: readFileSync(tokenFile, 'utf8').trim() };
}
