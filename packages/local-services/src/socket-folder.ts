import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ownFolder, type OrdinaryUser } from './ordinary-user.ts';

/** sockaddr_un holds 108 bytes with the closing NUL, and PostgreSQL appends "/.s.PGSQL.5432.lock". */
const longestFolder = 107 - '/.s.PGSQL.5432.lock'.length;

/**
 * Where a data folder's unix sockets live: `<data>/run`, or a short folder made from
 * the data folder's name when that path would not fit into a socket address.
 */
export function socketFolder(dataFolder: string, user: OrdinaryUser): string {
  const plain = join(dataFolder, 'run');
  const short = `/tmp/sandglass-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)}`;
  const folder = Buffer.byteLength(plain) <= longestFolder ? plain : short;
  ownFolder(folder, user);
  return folder;
}
