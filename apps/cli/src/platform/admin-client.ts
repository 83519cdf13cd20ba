/** The api for commands of administrators: as the operator of this machine, or as a person. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SandglassClient } from '@sandglass/client';
import { defaultDataFolder } from './checkout.ts';
import { UsageError } from './command.ts';
import { readRunningStack } from './running-stack.ts';
import { webAddress } from './words.ts';

export interface AdminOptions {
  readonly url?: string | undefined;
  readonly user?: string | undefined;
  readonly passwordFile?: string | undefined;
  readonly data?: string | undefined;
}

/**
 * Without an address or a name what `up` started on this machine is asked, as its operator: no person's password is
 * needed, and no lock of an account is in the way.
 * @throws UsageError
 */
export function adminClient({ url, user, passwordFile, data }: AdminOptions): SandglassClient {
  if (url !== undefined) webAddress('--url', url);
  const folder = data === undefined ? defaultDataFolder() : resolve(data);
  const running = readRunningStack(folder)?.url;
  const address = url ?? running;
  if (address === undefined)
    throw new UsageError('nothing is running on this machine: start it with `up`, or give --url');
  const operatorToken = join(folder, 'secrets/operator-token');
  const asPerson = user !== undefined || passwordFile !== undefined || address !== running;
  // A system that an earlier version has started and that still runs knows no operator.
  if (!asPerson && existsSync(operatorToken))
    return new SandglassClient(address, { token: readFileSync(operatorToken, 'utf8').trim() });
  const file = passwordFile ?? join(folder, 'secrets/admin-password');
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new UsageError(`--password-file: there is no file ${file}`);
  return new SandglassClient(address, {
    username: user ?? 'admin',
    password: readFileSync(file, 'utf8').trim(),
  });
}
