import type { HostRow } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { HostChanges } from './host-changes.ts';

const curve = { from: 1, seconds: [0], p50Us: [1], p95Us: [2], p99Us: [3] };
const row = (name: string, change: Partial<HostRow> = {}): HostRow =>
  ({ name, online: true, gapHistory: curve, ...change }) as HostRow;
const names = ({ hosts }: { hosts: readonly { name: string }[] }): string[] => hosts.map(({ name }) => name);

function versionOf(changes: HostChanges): string {
  const { version } = changes;
  if (version === null) throw new Error('nobody has looked');
  return version;
}

describe('what has changed in the hosts’ lines', () => {
  it('is sent from poll to poll, without the curves that have not changed', () => {
    const changes = new HostChanges();
    expect(names(changes.note([row('a'), row('b')]))).toEqual(['a', 'b']);
    const sent = changes.note([row('a'), row('b', { online: false })]);
    expect(sent).toMatchObject({ all: false, hosts: [{ name: 'b', online: false }] });
    expect(sent.hosts[0]).not.toHaveProperty('gapHistory');
    const longer = { ...curve };
    expect(changes.note([row('a', { gapHistory: longer }), row('b', { online: false })]).hosts).toEqual([
      row('a', { gapHistory: longer }),
    ]);
  });

  it('is sent of all polls since the snapshot that a page came with', () => {
    const changes = new HostChanges();
    expect(changes.version).toBeNull();
    changes.note([row('a'), row('b'), row('c')]);
    const version = versionOf(changes);
    expect(changes.since(version)).toEqual({ all: false, hosts: [] });
    const longer = { ...curve };
    changes.note([row('a', { gapHistory: longer }), row('b'), row('c')]);
    changes.note([row('a', { gapHistory: longer }), row('b', { online: false }), row('c')]);
    const { hosts } = changes.since(version);
    expect(names({ hosts })).toEqual(['a', 'b']);
    expect(hosts[0]?.gapHistory).toBe(longer);
    expect(hosts[1]).not.toHaveProperty('gapHistory');
    expect(names(changes.since(versionOf(changes)))).toEqual([]);
  });

  it('is everything once a host is gone, and for who has no version or one of another process', () => {
    const changes = new HostChanges();
    changes.note([row('a'), row('b')]);
    const version = versionOf(changes);
    expect(changes.note([row('b')])).toEqual({ all: true, hosts: [row('b')] });
    expect(changes.since(version)).toEqual({ all: true, hosts: [row('b')] });
    expect(changes.since(versionOf(changes)).all).toBe(false);
    const other = new HostChanges();
    other.note([row('b')]);
    for (const unknown of [undefined, '', 'x', versionOf(other), `${versionOf(changes).split('.')[0]}.-1`])
      expect(changes.since(unknown)).toEqual({ all: true, hosts: [row('b')] });
  });
});
