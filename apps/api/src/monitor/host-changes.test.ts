import type { HostRow } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { HostChanges } from './host-changes.ts';

const curve = { from: 1, seconds: [0], p50Us: [1], p95Us: [2], p99Us: [3] };
const row = (name: string, change: Partial<HostRow> = {}): HostRow =>
  ({ name, online: true, gapHistory: curve, ...change }) as HostRow;
const names = ({ hosts }: { hosts: readonly { name: string }[] }): string[] => hosts.map(({ name }) => name);

function pictureOf(changes: HostChanges): string {
  const { picture } = changes;
  if (picture === null) throw new Error('nobody has looked');
  return picture;
}

describe('what has changed in the hosts’ lines', () => {
  it('is told from look to look, without curves that have not', () => {
    const changes = new HostChanges();
    expect(names(changes.note([row('a'), row('b')]))).toEqual(['a', 'b']);
    const told = changes.note([row('a'), row('b', { online: false })]);
    expect(told).toMatchObject({ all: false, hosts: [{ name: 'b', online: false }] });
    expect(told.hosts[0]).not.toHaveProperty('gapHistory');
    const longer = { ...curve };
    expect(changes.note([row('a', { gapHistory: longer }), row('b', { online: false })]).hosts).toEqual([
      row('a', { gapHistory: longer }),
    ]);
  });

  it('is told of all looks since the picture that a page came with', () => {
    const changes = new HostChanges();
    expect(changes.picture).toBeNull();
    changes.note([row('a'), row('b'), row('c')]);
    const picture = pictureOf(changes);
    expect(changes.since(picture)).toEqual({ all: false, hosts: [] });
    const longer = { ...curve };
    changes.note([row('a', { gapHistory: longer }), row('b'), row('c')]);
    changes.note([row('a', { gapHistory: longer }), row('b', { online: false }), row('c')]);
    const { hosts } = changes.since(picture);
    expect(names({ hosts })).toEqual(['a', 'b']);
    expect(hosts[0]?.gapHistory).toBe(longer);
    expect(hosts[1]).not.toHaveProperty('gapHistory');
    expect(names(changes.since(pictureOf(changes)))).toEqual([]);
  });

  it('is everything once a host is gone, and for who has no picture or one of another process', () => {
    const changes = new HostChanges();
    changes.note([row('a'), row('b')]);
    const picture = pictureOf(changes);
    expect(changes.note([row('b')])).toEqual({ all: true, hosts: [row('b')] });
    expect(changes.since(picture)).toEqual({ all: true, hosts: [row('b')] });
    expect(changes.since(pictureOf(changes)).all).toBe(false);
    const other = new HostChanges();
    other.note([row('b')]);
    for (const unknown of [undefined, '', 'x', pictureOf(other), `${pictureOf(changes).split('.')[0]}.-1`])
      expect(changes.since(unknown)).toEqual({ all: true, hosts: [row('b')] });
  });
});
