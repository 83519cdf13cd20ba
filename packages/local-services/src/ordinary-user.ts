import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
} from 'node:fs';
import { ServiceError } from './errors.ts';

/**
 * The accounts that services run as when the command is run by root. Each has its own: an attacker who takes over the
 * judgehost's process, which reads what contestants' programs print, reaches neither the database nor the api's
 * secrets.
 */
export const serviceAccounts = {
  /** PostgreSQL and Redis. */
  database: 'sandglass-db',
  /** The api, which serves the web. */
  api: 'sandglass',
  /** The judgehost's Node process; its broker alone is root. */
  judgehost: 'sandglass-judge',
} as const;
export type Service = keyof typeof serviceAccounts;

export interface OrdinaryUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user that a service runs as: the caller itself when it is not root, else the service's system account, made on
 * first use. PostgreSQL refuses to run as root, and nothing but the sandbox's native part has any use for it.
 */
export function serviceUser(service: Service): OrdinaryUser {
  const uid = process.getuid?.() ?? -1;
  if (uid !== 0) return { name: process.env['USER'] ?? String(uid), uid, gid: process.getgid?.() ?? uid };
  const name = serviceAccounts[service];
  return findAccount(name) ?? makeAccount(name);
}

function findAccount(name: string): OrdinaryUser | undefined {
  try {
    const fields = execFileSync('getent', ['passwd', name], { encoding: 'utf8' }).trim().split(':');
    return { name, uid: Number(fields[2]), gid: Number(fields[3]) };
  } catch {
    return undefined;
  }
}

function makeAccount(name: string): OrdinaryUser {
  try {
    execFileSync('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
      name,
    ]);
  } catch (cause) {
    // Another command may have made it at the same moment.
    const others = findAccount(name);
    if (others !== undefined) return others;
    throw new ServiceError(
      'SERVICE_NEEDS_ORDINARY_USER',
      `the system account "${name}" could not be made; make it with: useradd --system --user-group ${name}`,
      { cause },
    );
  }
  const made = findAccount(name);
  if (made === undefined) {
    throw new ServiceError(
      'SERVICE_NEEDS_ORDINARY_USER',
      `the account "${name}" was made but cannot be found`,
    );
  }
  return made;
}

/**
 * Makes a folder that the user owns, open to nobody beyond `mode`; one that is there is brought to that.
 * @throws when the last name of the path is a symbolic link: root would give away what it leads to
 */
export function ownFolder(path: string, user: Pick<OrdinaryUser, 'uid' | 'gid'>, mode = 0o700): void {
  mkdirSync(path, { recursive: true, mode });
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    if (process.getuid?.() === 0) fchownSync(folder, user.uid, user.gid);
    // Somebody may have made it before, for everybody: the sockets inside trust every process that reaches them.
    if ((fstatSync(folder).mode & 0o7777) !== mode) fchmodSync(folder, mode);
  } finally {
    closeSync(folder);
  }
}

/**
 * A folder of the caller's own. What root itself opens and writes (logs, secrets) lies in such folders: in one of the
 * services' user, that user could put a link to any file of the host in the way.
 */
export function callersFolder(path: string, mode = 0o700): void {
  ownFolder(path, { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }, mode);
}

/**
 * As {@link ownFolder}, and with all that is in it where the folder is still another service's: every service of earlier
 * versions was `sandglass`. What belonged to somebody else in there stays theirs, and links are not followed. The folder
 * itself changes last, so that one that was interrupted begins again.
 */
export function takeOverFolder(path: string, user: OrdinaryUser, mode = 0o700): void {
  const former = process.getuid?.() === 0 ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
  if (former?.isDirectory() === true && former.uid !== user.uid && isOurs(former.uid)) {
    const words = ['--recursive', '-P', '--no-dereference', `--from=${former.uid}`];
    execFileSync('chown', [...words, `${user.uid}:${user.gid}`, '--', path]);
  }
  ownFolder(path, user, mode);
}

function isOurs(uid: number): boolean {
  return Object.values(serviceAccounts).some((name) => findAccount(name)?.uid === uid);
}
