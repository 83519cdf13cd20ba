import { describe, expect, it } from 'vitest';
import { addressText, isInRange, parseAddress, parseRange, rangeText } from './address-range.ts';

function textOf(text: string): string | null {
  const address = parseAddress(text);
  return address === null ? null : addressText(address);
}

function holds(range: string, address: string): boolean {
  const [a, b] = [parseRange(range), parseAddress(address)];
  if (a === null || b === null) throw new Error(`${range} or ${address} is not read`);
  return isInRange(b, a);
}

describe('an address', () => {
  it.each([
    ['10.0.0.5', '10.0.0.5'],
    ['::ffff:10.0.0.5', '10.0.0.5'],
    ['::FFFF:a00:5', '10.0.0.5'],
    ['0:0:0:0:0:ffff:10.0.0.5', '10.0.0.5'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8::', '2001:db8::'],
    ['::', '::'],
    ['::1', '::1'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['fe80::1%eth0', 'fe80::1'],
    ['64:ff9b::10.0.0.5', '64:ff9b::a00:5'],
  ])('%s is %s', (given, shown) => expect(textOf(given)).toBe(shown));

  it.each(
    [
      [
        '',
        ' 10.0.0.5',
        '10.0.0',
        '10.0.0.5.6',
        '010.0.0.5',
        '256.0.0.1',
        '1e1.0.0.1',
        '0x0a.0.0.1',
        '167772165',
      ],
      [
        ':',
        ':::',
        '1::2::3',
        '1:2:3:4:5:6:7',
        '1:2:3:4:5:6:7:8:9',
        '1:2:3:4:5:6:7::8:9',
        '12345::',
        '::10.0.0.5:1',
      ],
      ['g::1', '10.0.0.5:80', '[::1]', '::1/64', 'localhost', `${':'.repeat(100)}1`],
    ].flat(),
  )('%j is none', (given) => expect(parseAddress(given)).toBeNull());

  it('is written as browsers write it, wherever the zeros are', () => {
    for (let zeros = 0; zeros < 256; zeros += 1) {
      const groups = Array.from({ length: 8 }, (_, index) => ((zeros >> index) % 2 === 1 ? '0' : 'a0'));
      const text = groups.join(':');
      expect(`[${textOf(text) ?? ''}]`).toBe(new URL(`http://[${text}]/`).hostname);
    }
  });
});

describe('a range', () => {
  it.each([
    ['10.1.2.0/24', '10.1.2.255', true],
    ['10.1.2.0/24', '10.1.3.0', false],
    ['10.1.2.0/24', '::ffff:10.1.2.7', true],
    ['::ffff:10.1.2.0/120', '10.1.2.7', true],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '10.1.2.4', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['::/96', '10.1.2.3', false],
    ['0.0.0.0/8', '::1', false],
  ])('%s has %s: %s', (range, address, isIn) => expect(holds(range, address)).toBe(isIn));

  it.each([
    '10.0.0.5/24',
    '10.0.0.0/33',
    '2001:db8::1/64',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/a',
    '10.0.0.0/8/8',
    '::ffff:10.0.0.0/24',
    'fe80::1%eth0',
    '10.0.0.0-10.0.0.9',
  ])('%s is refused', (text) => expect(parseRange(text)).toBeNull());

  it('is written without a prefix where it is one address', () => {
    const texts = ['10.0.0.5/32', '10.0.0.0/24', '::1/128', '2001:DB8::/64', '::ffff:10.0.0.0/120'];
    expect(texts.map((text) => parseRange(text)).map((range) => range && rangeText(range))).toEqual([
      '10.0.0.5',
      '10.0.0.0/24',
      '::1',
      '2001:db8::/64',
      '10.0.0.0/24',
    ]);
  });
});
