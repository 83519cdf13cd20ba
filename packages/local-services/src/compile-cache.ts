/** Where Node keeps compiled modules: a service that is started again is ready in half the time. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder, type OrdinaryUser } from './ordinary-user.ts';

/**
 * Environment that gives the services' user a compile cache of its own. Nobody else's: what lies there is run as it is,
 * so a cache that others write to would be a way into the process that reads it.
 * @param root the checkout
 * @returns nothing where the checkout cannot be written to: starts take longer then, and nothing else changes
 */
export function compileCache(
  root: string,
  user: Pick<OrdinaryUser, 'uid' | 'gid'>,
): { NODE_COMPILE_CACHE?: string } {
  const folder = join(root, '.sandglass/compile-cache');
  const own = join(folder, `services-${user.uid}`);
  try {
    mkdirSync(folder, { recursive: true });
    ownFolder(own, user);
    return { NODE_COMPILE_CACHE: own };
  } catch {
    return {};
  }
}
