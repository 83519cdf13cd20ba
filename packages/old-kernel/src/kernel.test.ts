import { describe, expect, it } from 'vitest';
import { kernelPackageOf } from './kernel.ts';

describe('the package of the kernel', () => {
  it('is the newest by number, signed where there is the choice', () => {
    const names = [
      'linux-image-6.1.0-9-cloud-amd64',
      'linux-image-6.1.0-56-cloud-amd64-unsigned',
      'linux-image-6.1.0-56-cloud-amd64',
      'linux-image-6.1.0-56-cloud-amd64-dbg',
      'linux-image-6.1.0-57-amd64',
      'linux-image-6.12.117+deb12-cloud-amd64',
    ];
    expect(kernelPackageOf(names)).toBe('linux-image-6.1.0-56-cloud-amd64');
    expect(kernelPackageOf(names.slice(0, 2))).toBe('linux-image-6.1.0-56-cloud-amd64-unsigned');
  });

  it('is none where Debian 12 is not among the sources', () => {
    expect(kernelPackageOf(['linux-image-6.8.0-50-generic', ''])).toBeUndefined();
  });
});
