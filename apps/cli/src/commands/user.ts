import { writeFile } from 'node:fs/promises';
import type { LoginLock } from '@sandglass/contracts';
import type { SandglassClient } from '@sandglass/client';
import { adminOptions, clientOf } from '../platform/admin-words.ts';
import { UsageError, type Command } from '../platform/command.ts';
import { say, sayJson } from '../platform/terminal.ts';
import { readWords } from '../platform/words.ts';

const options = {
  address: { type: 'string' },
  all: { type: 'boolean', default: false },
  'must-change': { type: 'boolean', default: false },
  sheets: { type: 'string' },
  title: { type: 'string' },
  'per-page': { type: 'string' },
  ...adminOptions,
} as const;

function parse(argv: readonly string[]) {
  return readWords(argv, { most: 5001, options });
}

export const command: Command = {
  name: 'user',
  summary: 'list accounts, make passwords, logins by address, unlock logins that are refused after failures',
  usage: `Usage: ./sandglass user list [--json]                  all accounts, their role, team and last login
       ./sandglass user passwords NAME… [--json]        new passwords, which can be read aloud; the old ones end
                                 [--must-change]        each must be changed at the next login
                                 [--sheets FILE.pdf [--title TEXT] [--per-page 1|2|4|8]]
                                                        and sheets for printing, with the address of --url
       ./sandglass user locks                          who waits or is locked, since when, from where
       ./sandglass user unlock NAME [--address ADDRESS] unlock an account, wherever or from one address only
       ./sandglass user unlock --address ADDRESS        unlock an address
       ./sandglass user addresses NAME [RANGE…]         from where it may log in without a password; none: nowhere
       ./sandglass user bound [--json]                  accounts that their first login has bound to an address
       ./sandglass user release NAME | --all            let an account log in from another address, or all of them

Options:
  --url URL, --user NAME, --password-file FILE, --data DIR
                default: what \`up\` started on this machine, asked as its operator: needs root, and no password,
                so that it works when no administrator can log in`,
  async run(argv) {
    const { values, positionals } = parse(argv);
    const [verb, name, extra] = positionals;
    const { address, json } = values;
    for (const option of ['sheets', 'title', 'per-page'] as const)
      if (values[option] !== undefined && (verb !== 'passwords' || values.sheets === undefined))
        throw new UsageError(`--${option} goes with \`user passwords\` and --sheets`);
    if (verb === 'list' && name === undefined) return list(clientOf(values), json);
    if (verb === 'passwords') {
      if (name === undefined) throw new UsageError('passwords: name at least one account');
      return makePasswords(clientOf(values), positionals.slice(1), values);
    }
    if (verb === 'addresses') {
      if (name === undefined) throw new UsageError('addresses: name the account');
      return setAddresses(clientOf(values), name, positionals.slice(2));
    }
    if (verb === 'bound' && name === undefined) return listBound(clientOf(values), json);
    if (verb === 'release' && extra === undefined) return release(clientOf(values), name, values.all);
    if (extra !== undefined) throw new UsageError(`unexpected argument "${extra}"`);
    if (json) throw new UsageError('--json goes with `user list`, `user passwords` and `user bound`');
    if (verb === 'locks' && name === undefined) {
      if (address !== undefined) throw new UsageError('--address goes with `user unlock`');
      const locks = await clientOf(values).logins.locks();
      for (const line of locks.length === 0 ? ['nobody waits or is locked'] : locks.map(lineOf)) say(line);
      return 0;
    }
    if (verb !== 'unlock')
      throw new UsageError(
        'say `user list`, `user passwords NAME…`, `user addresses NAME RANGE…`, `user bound`, `user release NAME`, `user locks` or `user unlock NAME`',
      );
    if (name === undefined && address === undefined)
      throw new UsageError('unlock: name the account, or an address with --address');
    const { opened } = await clientOf(values).logins.unlock({
      ...(name === undefined ? {} : { username: name }),
      ...(address === undefined ? {} : { address }),
    });
    const who = [name, address].filter((one) => one !== undefined).join(' from ');
    say(opened === 0 ? `${who}: there were no failed logins` : `${who}: open`);
    return 0;
  },
};

async function list(client: SandglassClient, json: boolean): Promise<number> {
  const accounts = await client.people.accounts();
  if (json) sayJson({ accounts });
  else
    for (const { username, role, teamId, enabled, hasPassword, lastLoginAt } of accounts) {
      const parts = [
        role,
        teamId,
        enabled ? null : 'disabled',
        hasPassword ? null : 'no password',
        lastLoginAt,
      ];
      say([username, ...parts.filter((part) => part !== null)].join(' · '));
    }
  return 0;
}

async function setAddresses(
  client: SandglassClient,
  username: string,
  addresses: readonly string[],
): Promise<number> {
  const account = (await client.people.accounts()).find((one) => one.username === username);
  if (account === undefined) throw new UsageError(`there is no account "${username}"`);
  await client.people.changeAccount(account.id, { addresses: [...addresses] });
  say(
    addresses.length === 0
      ? `${username}: a password is needed from everywhere`
      : `${username}: no password is needed from ${addresses.join(', ')}`,
  );
  return 0;
}

async function listBound(client: SandglassClient, json: boolean): Promise<number> {
  const accounts = await client.logins.bound();
  if (json) sayJson({ accounts });
  else
    for (const { username, boundAddress, boundAt } of accounts)
      say([username, boundAddress, boundAt].join(' · '));
  return 0;
}

async function release(client: SandglassClient, name: string | undefined, all: boolean): Promise<number> {
  if ((name === undefined) !== all) throw new UsageError('release: name one account, or say --all');
  const released = await client.logins.release(name);
  say(
    all
      ? `released: ${String(released)}`
      : `${name ?? ''}: ${released === 0 ? 'it was not bound' : 'released'}`,
  );
  return 0;
}

async function makePasswords(
  client: SandglassClient,
  usernames: readonly string[],
  {
    json,
    'must-change': mustChange,
    sheets: path,
    title,
    'per-page': many = '1',
  }: ReturnType<typeof parse>['values'],
): Promise<number> {
  const perPage = ([1, 2, 4, 8] as const).find((one) => String(one) === many);
  if (perPage === undefined) throw new UsageError(`--per-page must be 1, 2, 4 or 8, not "${many}"`);
  const ids = new Map((await client.people.accounts()).map(({ username, id }) => [username, id]));
  const missing = usernames.find((username) => !ids.has(username));
  if (missing !== undefined) throw new UsageError(`there is no account "${missing}"`);
  const passwords = await client.people.makePasswords(
    usernames.flatMap((username) => ids.get(username) ?? []),
    mustChange,
  );
  if (path !== undefined) {
    const sheets = passwords.map(({ username, displayName, password, team }) => ({
      name: team?.name ?? displayName,
      affiliation: team?.affiliation ?? null,
      label: team?.label ?? null,
      location: team?.location ?? null,
      username,
      password,
    }));
    const pdf = await client.people.passwordSheets({
      title: title ?? null,
      url: client.http.url,
      perPage,
      sheets,
    });
    // Passwords: for its owner alone.
    await writeFile(path, pdf, { mode: 0o600 });
  }
  if (json) sayJson({ passwords });
  else for (const { username, password } of passwords) say(`${username}  ${password}`);
  return 0;
}

function lineOf({ kind, state, username, exists, address, failures, until, from }: LoginLock): string {
  const who = username === null ? 'any name' : `${username}${exists === false ? ' (no such account)' : ''}`;
  const where = {
    address: `from ${address ?? ''}`,
    pair: `from ${address ?? ''}`,
    account: `from new places${from.length === 0 ? '' : `, mostly ${from.join(', ')}`}`,
    browser: 'with a browser it was used with before',
  }[kind];
  return `${who} ${where}: ${state} until ${until} after ${String(failures)} failures`;
}
