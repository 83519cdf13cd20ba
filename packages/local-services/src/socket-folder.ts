import { createHash } from 'node:crypto';
import { linkSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ownFolder, serviceUser } from './ordinary-user.ts';

/** sockaddr_un holds 108 bytes with the closing NUL, and PostgreSQL appends "/.s.PGSQL.5432.lock". */
const longestFolder = 107 - '/.s.PGSQL.5432.lock'.length;

/**
 * Where a data folder's unix sockets live: `<data>/run`, or a short folder made from
 * the data folder's name when that path would not fit into a socket address. Only the database's user and the api's get in.
 */
export function socketFolder(dataFolder: string): string {
  const folder = pathOf(dataFolder, '');
  const { uid } = serviceUser('database');
  ownFolder(folder, { uid, gid: serviceUser('api').gid }, mode());
  return folder;
}

/**
 * A socket's second name, for judgehosts, in a folder that only they enter: the first one's folder holds PostgreSQL's as well.
 * To be made again whenever the socket is.
 */
export function socketForJudgehosts(dataFolder: string, socket: string): string {
  const folder = pathOf(dataFolder, '-judgehost');
  ownFolder(folder, { uid: process.getuid?.() ?? -1, gid: serviceUser('judgehost').gid }, mode());
  const path = join(folder, basename(socket));
  rmSync(`${path}.new`, { force: true });
  linkSync(socket, `${path}.new`);
  renameSync(`${path}.new`, path);
  return path;
}

/** What `stop` leaves in `<data>`. */
export function removeSocketFolders(dataFolder: string): void {
  for (const suffix of ['', '-judgehost'])
    rmSync(pathOf(dataFolder, suffix), { recursive: true, force: true });
}

/** A caller who is not root has one user for all, and no group whose members are all meant. */
function mode(): number {
  return process.getuid?.() === 0 ? 0o710 : 0o700;
}

function pathOf(dataFolder: string, suffix: string): string {
  const plain = join(dataFolder, `run${suffix}`);
  const short = `/tmp/sandglass-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)}${suffix}`;
  return Buffer.byteLength(plain) <= longestFolder ? plain : short;
}
