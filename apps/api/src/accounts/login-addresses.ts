/** From where an account may log in without a password. */
import { addressText, isInRange, parseAddress, parseRange } from '@sandglass/contracts';

interface Enterable {
  readonly role: string;
  readonly addresses: readonly string[];
}

/** The one way of writing it; what is no address stays as it is, and is in no range. */
export function plainAddress(ip: string): string {
  const address = parseAddress(ip);
  return address === null ? ip : addressText(address);
}

/** Roles are looked at again: one may have been given after the addresses. */
export function mayEnter({ role, addresses }: Enterable, { ip }: { readonly ip: string }): boolean {
  if (role === 'admin' || role === 'jury') return false;
  const address = parseAddress(ip);
  if (address === null) return false;
  return addresses.some((text) => {
    const range = parseRange(text);
    return range !== null && isInRange(address, range);
  });
}
