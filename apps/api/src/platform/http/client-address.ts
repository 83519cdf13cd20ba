import { isIPv6 } from 'node:net';

/**
 * What limits count as one address: an IPv4 address, or the first 64 bits of an IPv6 one, of which every machine may
 * choose the other 64 as often as it likes (RFC 8981).
 */
export function addressKey(address: string): string {
  const plain = address.split('%')[0] ?? '';
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (v4 !== undefined) return v4;
  if (!isIPv6(plain)) return plain;
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`;
}

/** The eight groups, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':').flatMap(groupOrTwo));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
}

/** The last two groups may be written as an IPv4 address. */
function groupOrTwo(group: string): string[] {
  if (!group.includes('.')) return [Number.parseInt(group, 16).toString(16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}
