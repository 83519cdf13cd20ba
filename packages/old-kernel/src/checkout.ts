/** Parts of this checkout as a guest needs them: the same relative paths below one folder. */
import { join } from 'node:path';
import type { GuestFiles } from './guest-files.ts';

const root = join(import.meta.dirname, '../../..');

/** Where the checkout is in the guest. */
export const guestCheckout = '/checkout';

/** These folders or files of the checkout, by their path in it. */
export function checkoutFiles(...paths: readonly string[]): GuestFiles {
  return Object.fromEntries(
    paths.map((path) => [join(guestCheckout, path), { source: join(root, path) }] as const),
  );
}

/** The built sandbox, importable there as '@sandglass/sandbox'. */
export function sandboxFiles(): GuestFiles {
  return {
    ...checkoutFiles('native/sandbox/package.json', 'native/sandbox/src', 'native/sandbox/build'),
    [join(guestCheckout, 'package.json')]: { content: '{"type":"module"}' },
    [join(guestCheckout, 'node_modules/@sandglass/sandbox')]: { link: '../../native/sandbox' },
  };
}

/** Source of a static program that prints `{"ipc", "net"}`: how many namespaces made since boot are not freed yet. */
export const liveNamespacesSource = join(import.meta.dirname, '../programs/live-namespaces.c');
