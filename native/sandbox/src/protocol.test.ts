import { describe, expect, it } from 'vitest';
import { Encoder } from './encoder.ts';
import { SandboxError } from './errors.ts';
import { encodeRun, encodeSlot, mostRequestBytes, Paths } from './protocol.ts';
import type { RunSpec } from './types.ts';

const limits = { cpuUs: 1, wallUs: 1, memoryBytes: 65_536, processes: 1 };
const spec: RunSpec = { argv: ['/bin/true'], limits };

function encode(changes: Partial<RunSpec>): Paths {
  const paths = new Paths();
  encodeRun(new Encoder(), paths, 1, { ...spec, ...changes });
  return paths;
}

describe('a run request', () => {
  it('names paths by index and says how each is opened', () => {
    const paths = encode({
      stdin: { path: '/in' },
      stdout: { path: '/out', maxBytes: 1 },
      program: { directory: '/p' },
      binds: [{ source: '/b', target: '/judge/b' }],
      files: [{ path: 'f', source: '/f' }],
    });
    expect(paths.paths).toEqual(['/in', '/out', '/p', '/b', '/f']);
    expect(paths.kinds).toEqual([0, 1, 2, 3, 0]);
  });

  it.each<[string, Partial<RunSpec>]>([
    ['no program', { argv: [] }],
    ['NUL in an argument', { argv: ['/bin/true', 'a\0b'] }],
    ['NUL in the environment', { env: { A: '\0' } }],
    ['a box path that leaves the box', { files: [{ path: '../a' }] }],
    ['an absolute box path', { collect: [{ path: '/a', maxBytes: 1 }] }],
    ['a relative bind target', { binds: [{ source: '/b', target: 'b' }] }],
    ['a bind target with ..', { binds: [{ source: '/b', target: '/a/../b' }] }],
    ['the root as a bind target', { binds: [{ source: '/b', target: '/' }] }],
    ['a CPU limit of nothing', { limits: { ...limits, cpuUs: 0 } }],
    ['a fractional limit', { limits: { ...limits, wallUs: 1.5 } }],
    ['no process at all', { limits: { ...limits, processes: 0 } }],
    [
      'too many descriptors',
      { files: Array.from({ length: 300 }, (_, i) => ({ path: `f${String(i)}`, source: '/f' })) },
    ],
    ['more input than a request may hold', { stdin: { data: new Uint8Array(mostRequestBytes) } }],
  ])('with %s is refused with the field’s name', (_, changes) => {
    expect(() => encode(changes)).toThrow(SandboxError);
  });
});

describe('a slot request', () => {
  it('is refused for a system account', () => {
    const attempt = () => {
      encodeSlot(new Encoder(), new Paths(), 1, { ordinal: 0, uidBase: 59_999 });
    };
    expect(attempt).toThrow('uidBase must be a whole number of at least 60000');
  });
});
