import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const json = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

describe('what comes from elsewhere', () => {
  const manifests = [
    'package.json',
    ...globSync('{{apps,packages,native}/*,samples,bench,fuzz,hostile,e2e}/package.json', { cwd: root }),
  ];

  it.each(manifests)('is named by exact versions in %s', (path) => {
    const { dependencies, devDependencies, optionalDependencies } = json(path) as Manifest;
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
    const loose = Object.entries(all).filter(
      ([, version]) => !/^(workspace:\*|\d+\.\d+\.\d+\S*)$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  it('is checked by its hash, pnpm itself included, of the version that the manifest names', () => {
    const { engines } = json('package.json') as { engines: { pnpm: string } };
    const { packages } = json('scripts/setup/pnpm/package-lock.json') as {
      packages: Readonly<Record<string, { version?: string; integrity?: string }>>;
    };
    expect(Object.keys(packages)).toContain('node_modules/@pnpm/exe.linux-x64');
    for (const [name, { version, integrity }] of Object.entries(packages)) {
      if (name === '') continue;
      expect([name, version, integrity]).toEqual([
        name,
        engines.pnpm,
        expect.stringMatching(/^sha512-.{80,}/),
      ]);
    }
    const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
    const resolutions = [...lock.matchAll(/^ {4}resolution: (.*)$/gm)].map((match) => match[1] ?? '');
    expect(resolutions.length).toBeGreaterThan(100);
    expect(resolutions.filter((resolution) => !resolution.includes('integrity: sha512-'))).toEqual([]);
  });

  it('runs nothing of its own when it is installed', () => {
    const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
    expect(workspace).not.toMatch(/: true|dangerouslyAllowAllBuilds/);
  });
});
