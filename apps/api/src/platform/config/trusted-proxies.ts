/**
 * `SANDGLASS_TRUST_PROXY`: which proxies may say where a request comes from. By address only: any other client that
 * reaches the port could name any address, and with it escape every limit or have somebody else's network refused.
 */
import { isIP } from 'node:net';

/** Wider networks are half of the world. */
const widest = { 4: 8, 6: 16 } as const;

/** @returns the addresses and networks; false: nobody is trusted */
export function proxiesOf(text: string): false | string[] {
  const proxies = wordsOf(text);
  return proxies.length === 0 ? false : proxies;
}

/** What is wrong with it, as an administrator reads it. */
export function proxyTroubles(text: string): string[] {
  return wordsOf(text).flatMap((word) => troubleOf(word) ?? []);
}

function wordsOf(text: string): string[] {
  if (text === 'false' || text === '0') return [];
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function troubleOf(word: string): string | null {
  const [address = '', prefix, ...more] = word.split('/');
  const version = isIP(address);
  if (
    (version !== 4 && version !== 6) ||
    more.length > 0 ||
    (prefix !== undefined && !/^\d{1,3}$/.test(prefix))
  )
    return `"${word}" is no address: a proxy is trusted by its address or network only, such as 10.0.0.5 or 10.0.0.0/24`;
  const bits = prefix === undefined ? undefined : Number(prefix);
  if (bits === undefined) return null;
  if (bits > (version === 4 ? 32 : 128)) return `"${word}" has too long a prefix`;
  return bits < widest[version]
    ? `"${word}" would trust almost everybody: name the proxy's own network`
    : null;
}
