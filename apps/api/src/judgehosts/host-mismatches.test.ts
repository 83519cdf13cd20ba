import { describe, expect, it } from 'vitest';
import { findMismatches } from './host-mismatches.ts';

function host(name: string, version: string, changes: { image?: string; enabled?: boolean } = {}) {
  const { image = null, enabled = true } = changes;
  return {
    name,
    enabled,
    online: true,
    software: '1.0.0',
    report: null,
    compilers: [{ language: 'cpp', version, image }],
  };
}

describe('hosts that judge together', () => {
  it('are warned of when they compile a language with different versions', () => {
    const [found, ...more] = findMismatches([
      host('a', 'g++ 12.2'),
      host('b', 'g++ 13.1'),
      host('c', 'g++ 12.2'),
    ]);
    expect(more).toEqual([]);
    expect(found?.versions).toEqual([
      { version: 'g++ 12.2', hosts: ['a', 'c'] },
      { version: 'g++ 13.1', hosts: ['b'] },
    ]);
    expect(found?.text).toBe('cpp is compiled by different versions: g++ 12.2 on a, c; g++ 13.1 on b');
  });

  it('are compared image by image, and only while they may be given tasks', () => {
    expect(findMismatches([host('a', 'g++ 12'), host('b', 'g++ 13', { image: 'finals' })])).toEqual([]);
    expect(findMismatches([host('a', 'g++ 12'), host('b', 'g++ 13', { enabled: false })])).toEqual([]);
  });

  it('should run the same version of Sandglass', () => {
    const old = { ...host('b', 'g++ 12'), software: '0.9.0' };
    expect(findMismatches([host('a', 'g++ 12'), old]).map(({ kind }) => kind)).toEqual(['software']);
  });
});
