import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCpuList, parseCpuList } from './cpu-list.ts';
import { kernelAtLeast, parseKernelVersion } from './kernel-version.ts';

describe('a CPU list', () => {
  it.each([
    ['', []],
    ['\n', []],
    ['0', [0]],
    ['0-3,8', [0, 1, 2, 3, 8]],
    ['8,0-1,1', [0, 1, 8]],
    ['0-8:2/4', [0, 1, 4, 5, 8]],
    ['0-6:3', [0, 3, 6]],
  ])('%j is %j', (text, cpus) => {
    expect(parseCpuList(text)).toEqual(cpus);
  });

  it.each(['x', '3-1', '-1', '0-99999', '1;2'])('%j is refused', (text) => {
    expect(() => parseCpuList(text)).toThrow('is not part of a CPU list');
  });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(500)), (cpus) => {
        expect(parseCpuList(formatCpuList(cpus))).toEqual(cpus.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('a kernel version', () => {
  it.each([
    ['6.18.44-fc-v669', 6, 18, 44],
    ['5.15.0-91-generic', 5, 15, 0],
    ['6.3-rc1', 6, 3, 0],
  ])('%s', (release, major, minor, patch) => {
    expect(parseKernelVersion(release)).toEqual({ major, minor, patch, release });
  });

  it('that is none is null', () => {
    expect(parseKernelVersion('unknown')).toBeNull();
  });

  it('is compared by number, not by text', () => {
    const version = parseKernelVersion('6.12.1');
    if (version === null) throw new Error('a version wanted');
    expect([
      kernelAtLeast(version, 6, 3),
      kernelAtLeast(version, 6, 13),
      kernelAtLeast(version, 5, 19),
    ]).toEqual([true, false, true]);
  });
});
