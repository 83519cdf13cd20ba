/** What an administrator does with judgehosts from the command line. */
import type { Judgehost } from '@sandglass/contracts';
import type { SandglassClient } from '@sandglass/client';
import { adminClient, type AdminOptions } from '../platform/admin-client.ts';
import { UsageError } from '../platform/command.ts';
import { wholeNumber } from '../platform/words.ts';

export const verbs = ['invite', 'list', 'enable', 'drain', 'disable', 'revoke', 'delete', 'warm-up'] as const;
export type Verb = (typeof verbs)[number];

export interface ManageOptions extends AdminOptions {
  readonly name?: string | undefined;
  readonly minutes?: string | undefined;
  readonly reason?: string | undefined;
}

/** @param words after the verb: names of hosts; of the contest first where it warms up. @returns lines for the terminal */
export async function manage(
  verb: Verb,
  words: readonly string[],
  options: ManageOptions,
): Promise<string[]> {
  const client = adminClient(options);
  switch (verb) {
    case 'invite':
      return invite(client, options);
    case 'list':
      return (await client.judgehosts()).map(lineOf);
    case 'warm-up':
      return warmUp(client, words);
    case 'enable':
    case 'drain':
    case 'disable':
    case 'revoke':
    case 'delete':
      return Promise.all((await hostsOf(client, words)).map((host) => change(client, verb, host, options)));
  }
}

async function invite(client: SandglassClient, { name, minutes = '60' }: ManageOptions): Promise<string[]> {
  const made = await client.hosts.invite({
    name: name ?? null,
    minutes: wholeNumber('--minutes', minutes, 1, 10_080),
  });
  return [
    `For one host${made.name === null ? '' : ` named ${made.name}`}, until ${made.expiresAt}. Run there:`,
    `  sudo ./sandglass judgehost join ${client.http.url} ${made.token}${made.name === null ? '' : ` --name ${made.name}`}`,
  ];
}

async function change(
  client: SandglassClient,
  verb: 'enable' | 'drain' | 'disable' | 'revoke' | 'delete',
  host: Judgehost,
  { reason }: ManageOptions,
): Promise<string> {
  if (verb === 'revoke') {
    const released = await client.hosts.revoke(host.id);
    return `${host.name}: revoked; ${String(released)} tasks are judged elsewhere`;
  }
  if (verb === 'delete') {
    await client.hosts.remove(host.id);
    return `${host.name}: deleted`;
  }
  const mode = ({ enable: 'on', drain: 'drain', disable: 'off' } as const)[verb];
  return lineOf(await client.hosts.setMode(host.id, mode, reason));
}

async function warmUp(
  client: SandglassClient,
  [contest, ...judgehosts]: readonly string[],
): Promise<string[]> {
  if (contest === undefined) throw new UsageError('warm-up: name the contest');
  const answer = await client.hosts.warmUp(contest, judgehosts.length === 0 ? undefined : judgehosts);
  return [
    `${contest}: ${String(answer.files)} files, ${String(answer.bytes)} bytes`,
    ...answer.hosts.map(({ judgehost, online, progress }) => {
      if (!online) return `  ${judgehost}: away`;
      if (progress === null) return `  ${judgehost}: will begin`;
      const { state, filesDone, files, error } = progress;
      return `  ${judgehost}: ${state}, ${String(filesDone)} of ${String(files)} files${error === null ? '' : `: ${error}`}`;
    }),
  ];
}

async function hostsOf(client: SandglassClient, names: readonly string[]): Promise<Judgehost[]> {
  if (names.length === 0) throw new UsageError('name at least one judgehost');
  const hosts = await client.judgehosts();
  return names.map((name) => {
    const host = hosts.find((candidate) => candidate.name === name);
    if (host === undefined)
      throw new UsageError(
        `there is no judgehost "${name}"; there are: ${hosts.map((one) => one.name).join(', ')}`,
      );
    return host;
  });
}

function lineOf(host: Judgehost): string {
  const { name, online, mode, modeReason, drained, running, condition } = host;
  const state = mode === 'drain' && drained ? 'drained' : mode;
  const health =
    condition === null
      ? ''
      : `, ${condition.state}: ${String(condition.allowed.slots)} of ${String(condition.allowed.of)} slots`;
  const why = modeReason ?? condition?.reasons[0]?.text ?? null;
  return `${name}: ${online ? 'online' : 'away'}, ${state}${health}, ${String(running)} tasks${why === null ? '' : ` (${why})`}`;
}
