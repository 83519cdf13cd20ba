/** What a judgehost that has joined keeps on its own disk: the api's address, its own name, and its token. */
import { chownSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreateJudgehostAnswer } from '@sandglass/contracts';
import { SandglassClient } from '@sandglass/client';
import { serviceUser } from '@sandglass/local-services';
import { z } from 'zod';

const membershipSchema = z.object({ url: z.url(), name: z.string().min(1) });
export type Membership = z.infer<typeof membershipSchema>;

export function tokenFileOf(dataFolder: string): string {
  return join(dataFolder, 'token');
}

function membershipFileOf(dataFolder: string): string {
  return join(dataFolder, 'judgehost.json');
}

/** Null: this host has not joined anything yet. */
export function readMembership(dataFolder: string): Membership | null {
  const file = membershipFileOf(dataFolder);
  if (!existsSync(file) || !existsSync(tokenFileOf(dataFolder))) return null;
  return membershipSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Trades a registration token for this host's own. @throws ClientError when the api says no */
export async function joinServer(
  url: string,
  registrationToken: string,
  name: string,
  dataFolder: string,
): Promise<Membership> {
  const client = new SandglassClient(url);
  const joined = await client.hosts.join(registrationToken, name);
  const membership = { url: client.http.url, name: joined.name };
  writeToken(dataFolder, joined.token);
  const file = membershipFileOf(dataFolder);
  writeFileSync(`${file}.new`, `${JSON.stringify(membership, null, 2)}\n`, { mode: 0o644, flush: true });
  renameSync(`${file}.new`, file);
  return membership;
}

/** Asks for a new token with the old one, which is void from then on. A judgehost that runs takes up the new one. */
export async function rotateOwnToken(dataFolder: string): Promise<CreateJudgehostAnswer> {
  const membership = readMembership(dataFolder);
  if (membership === null)
    throw new Error(`this host has not joined anything: there is no ${membershipFileOf(dataFolder)}`);
  const token = readFileSync(tokenFileOf(dataFolder), 'utf8').trim();
  const rotated = await new SandglassClient(membership.url, { token }).hosts.rotateOwn();
  writeToken(dataFolder, rotated.token);
  return rotated;
}

/** Readable by the judgehost's own user only; whole or not at all. */
function writeToken(dataFolder: string, token: string): void {
  const file = tokenFileOf(dataFolder);
  writeFileSync(`${file}.new`, `${token}\n`, { mode: 0o600, flush: true });
  if (process.getuid?.() === 0) {
    const { uid, gid } = serviceUser('judgehost');
    chownSync(`${file}.new`, uid, gid);
  }
  renameSync(`${file}.new`, file);
}
