import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifestsIn(folder: string): Manifest[] {
  return readdirSync(join(root, folder))
    .map((name) => join(root, folder, name, 'package.json'))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as Manifest);
}

function ours(manifest: Manifest): string[] {
  return Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith('@sandglass/'));
}

const apps = manifestsIn('apps');
const rooms = [...manifestsIn('packages'), ...manifestsIn('native')];
const appNames = new Set(apps.map(({ name }) => name));

// pnpm gives a package only what its manifest names, so the manifests are the whole truth about imports between rooms.
describe('the layers of the house', () => {
  it('has apps that import no other app', () => {
    for (const app of apps) expect(ours(app).filter((name) => appNames.has(name))).toEqual([]);
  });

  it('has packages that import no app', () => {
    for (const room of rooms) expect(ours(room).filter((name) => appNames.has(name))).toEqual([]);
  });

  it('has contracts at the bottom, importing nothing of ours', () => {
    const contracts = rooms.find(({ name }) => name === '@sandglass/contracts');
    expect(contracts).toBeDefined();
    expect(ours(contracts ?? { name: '' })).toEqual([]);
  });

  it('has a pure domain that imports contracts only', () => {
    const domain = rooms.find(({ name }) => name === '@sandglass/domain');
    expect(Object.keys(domain?.dependencies ?? {}).filter((name) => name.startsWith('@sandglass/'))).toEqual([
      '@sandglass/contracts',
    ]);
  });

  it('has no circle between rooms', () => {
    const edges = new Map(rooms.map((room) => [room.name, ours(room)]));
    const visit = (name: string, path: readonly string[]): void => {
      expect(path, `circle: ${[...path, name].join(' → ')}`).not.toContain(name);
      for (const next of edges.get(name) ?? []) visit(next, [...path, name]);
    };
    for (const name of edges.keys()) visit(name, []);
  });
});
