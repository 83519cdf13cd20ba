/**
 * IP addresses and networks, with one way to write each: an IPv4 address inside IPv6 (`::ffff:10.0.0.5`, as a socket that serves
 * both names it) is the IPv4 address, or a rule for one would not hold for the other.
 */

export interface IpAddress {
  readonly version: 4 | 6;
  readonly value: bigint;
}

export interface AddressRange extends IpAddress {
  /** How many of the first bits are the network's. */
  readonly prefix: number;
}

const bitsOf = { 4: 32, 6: 128 } as const;
/** ::ffff:0:0/96 */
const mapped = 0xffffn;
/** Longer texts are none, and are not looked at. */
const maxLength = 64;
/** A wider network would let half of the world in. */
export const widestPrefix = { 4: 8, 6: 16 } as const;

/** @returns null: no address. The zone of a link-local address (`%eth0`) is left out */
export function parseAddress(text: string): IpAddress | null {
  if (text.length > maxLength) return null;
  const plain = text.split('%')[0] ?? '';
  if (!plain.includes(':')) {
    const value = parseV4(plain);
    return value === null ? null : { version: 4, value };
  }
  const value = parseV6(plain);
  if (value === null) return null;
  return value >> 32n === mapped ? { version: 4, value: value & 0xffffffffn } : { version: 6, value };
}

/** An address or a network in CIDR form. @returns null: neither, or bits are set behind the prefix */
export function parseRange(text: string): AddressRange | null {
  const [before = '', prefix, ...more] = text.split('/', 3);
  const address = parseAddress(before);
  if (address === null || more.length > 0 || before.includes('%')) return null;
  const { version, value } = address;
  if (prefix === undefined) return { version, value, prefix: bitsOf[version] };
  if (!/^\d{1,3}$/.test(prefix)) return null;
  // The prefix of an IPv4 network in the form of IPv6 counts the 96 bits before it.
  const bits = Number(prefix) - (version === 4 && before.includes(':') ? 96 : 0);
  if (bits < 0 || bits > bitsOf[version]) return null;
  const behind = (1n << BigInt(bitsOf[version] - bits)) - 1n;
  return (value & behind) === 0n ? { version, value, prefix: bits } : null;
}

export function isInRange(address: IpAddress, { version, value, prefix }: AddressRange): boolean {
  if (address.version !== version) return false;
  const shift = BigInt(bitsOf[version] - prefix);
  return address.value >> shift === value >> shift;
}

/** As it is stored, shown and compared (RFC 5952). */
export function addressText({ version, value }: IpAddress): string {
  if (version === 4) return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16),
  );
  // The longest run of zeros, of two or more, the first of several.
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start += 1) {
    let end = start;
    while (groups[end] === '0') end += 1;
    if (end - start > best.length) best = { start, length: end - start };
  }
  if (best.start === -1) return groups.join(':');
  const head = groups.slice(0, best.start).join(':');
  return `${head}::${groups.slice(best.start + best.length).join(':')}`;
}

export function rangeText(range: AddressRange): string {
  const { version, prefix } = range;
  return prefix === bitsOf[version] ? addressText(range) : `${addressText(range)}/${prefix}`;
}

function parseV4(text: string): bigint | null {
  const parts = text.split('.', 5);
  if (parts.length !== 4) return null;
  let value = 0n;
  for (const part of parts) {
    // A leading zero is octal to some programs and decimal to others.
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null;
    value = value * 256n + BigInt(part);
  }
  return value;
}

function parseV6(text: string): bigint | null {
  const halves = text.split('::', 3);
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half) => groupsOf(half ?? ''));
  if (head === undefined || head === null || tail === null) return null;
  const before = head;
  if (tail === undefined) return before.length === 8 ? joined(before) : null;
  const zeros = 8 - before.length - tail.length;
  // "::" is for one group at least.
  return zeros < 1 ? null : joined([...before, ...Array.from({ length: zeros }, () => 0n), ...tail]);
}

function joined(groups: readonly bigint[]): bigint {
  return groups.reduce((value, group) => value * 65_536n + group, 0n);
}

/** @returns null: one of them is no group */
function groupsOf(half: string): bigint[] | null {
  if (half === '') return [];
  const groups: bigint[] = [];
  const words = half.split(':');
  for (const [index, word] of words.entries()) {
    if (word.includes('.')) {
      const v4 = index === words.length - 1 ? parseV4(word) : null;
      if (v4 === null) return null;
      groups.push(v4 >> 16n, v4 & 0xffffn);
    } else if (/^[0-9a-f]{1,4}$/i.test(word)) groups.push(BigInt(`0x${word}`));
    else return null;
  }
  return groups;
}
