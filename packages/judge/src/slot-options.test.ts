import { describe, expect, it } from 'vitest';
import { slotOptionsOf } from './slot-options.ts';

const oneNode = [
  { ordinal: 0, cpus: [0], memoryNodes: null },
  { ordinal: 1, cpus: [2], memoryNodes: null },
];

describe('how slots are built', () => {
  it('each is pinned to its own CPUs', () => {
    expect(slotOptionsOf(oneNode, []).map(({ ordinal, cpus }) => [ordinal, cpus])).toEqual([
      [0, [0]],
      [1, [2]],
    ]);
  });

  it('memory is bound where there is a choice of nodes', () => {
    const twoNodes = [
      { ordinal: 0, cpus: [0], memoryNodes: [0] },
      { ordinal: 1, cpus: [20], memoryNodes: [1] },
    ];
    expect(slotOptionsOf(twoNodes, []).map(({ memoryNodes }) => memoryNodes)).toEqual([[0], [1]]);
    expect(slotOptionsOf(oneNode, [])[0]?.memoryNodes).toBeUndefined();
  });

  it('every slot shows the folders that the tool chains need, each once', () => {
    const toolchains = [
      { hostPaths: ['/etc/java-17-openjdk'] },
      { hostPaths: ['/etc/java-17-openjdk', '/opt/x'] },
    ];
    expect(slotOptionsOf(oneNode, toolchains)[1]?.extraBinds).toEqual([
      { source: '/etc/java-17-openjdk', target: '/etc/java-17-openjdk' },
      { source: '/opt/x', target: '/opt/x' },
    ]);
  });

  it('a chroot image brings its own', () => {
    const [slot] = slotOptionsOf(oneNode, [{ hostPaths: ['/opt/x'] }], {
      rootfs: '/srv/image',
      uidBase: 70_000,
    });
    expect(slot).toMatchObject({ rootfs: '/srv/image', uidBase: 70_000, extraBinds: [] });
  });
});
