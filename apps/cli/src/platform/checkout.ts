import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds the `sandglass` command. */
export const checkoutRoot = join(dirname(fileURLToPath(import.meta.url)), '../../../..');

/** Where `up` keeps its data by default: it must be a place the ordinary user can reach. */
export function defaultDataFolder(): string {
  if (process.env['SANDGLASS_DATA_FOLDER'] !== undefined)
    return resolve(process.env['SANDGLASS_DATA_FOLDER']);
  if (process.getuid?.() === 0) return '/var/lib/sandglass';
  return join(process.env['HOME'] ?? '/tmp', '.local/share/sandglass');
}
