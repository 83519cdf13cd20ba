import type { LoginLock } from '@sandglass/contracts';
import type { SandglassClient } from '@sandglass/client';
import { adminClient } from '../admin-client.ts';
import { UsageError, type Command } from '../command.ts';
import { say } from '../terminal.ts';
import { readWords } from '../words.ts';

const options = {
  address: { type: 'string' },
  url: { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  data: { type: 'string' },
} as const;

function parse(argv: readonly string[]) {
  return readWords(argv, { most: 2, options });
}
type Values = ReturnType<typeof parse>['values'];

export const command: Command = {
  name: 'user',
  summary: 'see whose logins are refused after failures, and open them',
  usage: `Usage: ./sandglass user locks                          who waits or is locked, since when, from where
       ./sandglass user unlock NAME [--address ADDRESS] open an account, wherever or from one address only
       ./sandglass user unlock --address ADDRESS        open an address

Options:
  --url URL, --user NAME, --password-file FILE, --data DIR
                default: what \`up\` started on this machine, asked as its operator: needs root, and no password,
                so that it works when no administrator can log in`,
  async run(argv) {
    const { values, positionals } = parse(argv);
    const [verb, name] = positionals;
    const { address } = values;
    if (verb === 'locks' && name === undefined) {
      if (address !== undefined) throw new UsageError('--address goes with `user unlock`');
      const locks = await clientOf(values).logins.locks();
      for (const line of locks.length === 0 ? ['nobody waits or is locked'] : locks.map(lineOf)) say(line);
      return 0;
    }
    if (verb !== 'unlock') throw new UsageError('say `user locks` or `user unlock NAME`');
    if (name === undefined && address === undefined)
      throw new UsageError('unlock: name the account, or an address with --address');
    const { opened } = await clientOf(values).logins.open({
      ...(name === undefined ? {} : { username: name }),
      ...(address === undefined ? {} : { address }),
    });
    const who = [name, address].filter((one) => one !== undefined).join(' from ');
    say(opened === 0 ? `${who}: there were no failed logins` : `${who}: open`);
    return 0;
  },
};

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

function clientOf({ url, user, 'password-file': passwordFile, data }: Values): SandglassClient {
  return adminClient({ url, user, passwordFile, data });
}
