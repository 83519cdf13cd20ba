import { expect, it } from 'vitest';
import { addressKey } from './client-address.ts';

it.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4::/64'],
  ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
])('%s is counted as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

it('all addresses of one network are one', () => {
  expect(addressKey('2001:db8:0:1:1:2:3:4')).toBe(addressKey('2001:db8:0:1:ffff::'));
  expect(addressKey('2001:db8:0:1::1')).not.toBe(addressKey('2001:db8:0:2::1'));
});
