import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiRooms, cliRooms, judgehostRooms, sandboxRooms, webRooms, type AllowedArrows } from './rooms.ts';

const root = join(import.meta.dirname, '..');

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function manifestsIn(folder: string): Manifest[] {
  return readdirSync(join(root, folder))
    .map((name) => join(root, folder, name, 'package.json'))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as Manifest);
}

function names(dependencies: Manifest['dependencies']): string[] {
  return Object.keys(dependencies ?? {}).filter((name) => name.startsWith('@sandglass/'));
}

const ours = (manifest: Manifest): string[] => names(manifest.dependencies);

/** Every workspace that is neither an app nor a library, with its manifest. */
function besideTheProduct(): Manifest[] {
  const workspaces = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8').matchAll(
    /^ {2}- ([a-z0-9/-]+)$/gm,
  );
  return [...workspaces].map(([, folder = '']) => {
    return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  });
}

/** Packages that tests are made with. */
const testSupport = ['@sandglass/local-services', '@sandglass/old-kernel', '@sandglass/testing'];

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

  it('has a product that imports nothing that stands beside it, tests included', () => {
    const beside = besideTheProduct().map(({ name }) => name);
    expect(beside).toContain('@sandglass/e2e');
    expect(beside).toContain('@sandglass/hostile');
    for (const workspace of [...apps, ...rooms]) {
      const used = [...ours(workspace), ...names(workspace.devDependencies)];
      expect(used.filter((name) => beside.includes(name))).toEqual([]);
    }
  });

  it('has tests that need no more than what their package imports, and what tests are made with', () => {
    for (const workspace of [...apps, ...rooms]) {
      expect(names(workspace.devDependencies).filter((name) => !testSupport.includes(name))).toEqual([]);
    }
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

  it('has no circle between workspaces', () => {
    const edges = new Map([...rooms, ...apps, ...besideTheProduct()].map((room) => [room.name, ours(room)]));
    const visit = (name: string, path: readonly string[]): void => {
      expect(path, `circle: ${[...path, name].join(' → ')}`).not.toContain(name);
      for (const next of edges.get(name) ?? []) visit(next, [...path, name]);
    };
    for (const name of edges.keys()) visit(name, []);
  });
});

/** Product files below a folder; tests may use what they test from outside. */
function productFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter((path) => !/^(testing|generated)[/\\]/.test(path))
    .map((path) => join(root, folder, path));
}

/** The files of its own workspace that a file imports, types and threads too. */
function importedBy(file: string): string[] {
  return [
    ...readFileSync(file, 'utf8').matchAll(/(?:from|import|import\(|new URL\()\s*'(\.[^']+\.tsx?)'/g),
  ].map(([, target = '']) => join(dirname(file), target));
}

/** The longest known room that a path below `source` is in; '': it is above all rooms. */
function roomOf(source: string, path: string, rooms: readonly string[]): string {
  const place = relative(source, path).split(sep).join('/');
  const within = rooms.filter((room) => place.startsWith(`${room}/`)).sort((a, b) => b.length - a.length);
  return within[0] ?? (place.includes('/') ? (place.split('/')[0] ?? '') : '');
}

interface Import {
  readonly from: string;
  readonly to: string;
  readonly what: string;
}

/** Imports that leave their room, of types too, but for those of the ground floor from above. */
function importsBetween(folder: string, rooms: readonly string[], ground: readonly string[]): Import[] {
  const source = join(root, folder);
  const isGround = (room: string): boolean => ground.includes(room.split('/')[0] ?? '');
  return productFiles(folder).flatMap((file) => {
    const from = roomOf(source, file, rooms);
    return importedBy(file).flatMap((imported) => {
      const to = roomOf(source, imported, rooms);
      const what = `${relative(source, file)} → ${relative(source, imported)}`;
      const toGround = isGround(to) && !isGround(from);
      return from === to || toGround || to === 'generated' ? [] : [{ from, to, what }];
    });
  });
}

function circleIn(arrows: AllowedArrows): readonly string[] | null {
  const visit = (room: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(room)) return [...path, room];
    for (const next of arrows[room] ?? []) {
      const circle = visit(next, [...path, room]);
      if (circle !== null) return circle;
    }
    return null;
  };
  for (const room of Object.keys(arrows)) {
    const circle = visit(room, []);
    if (circle !== null) return circle;
  }
  return null;
}

describe.each([
  { name: 'the api', folder: 'apps/api/src', arrows: apiRooms, ground: ['platform'] },
  { name: 'the judgehost', folder: 'apps/judgehost/src', arrows: judgehostRooms, ground: ['platform'] },
  { name: 'the commands', folder: 'apps/cli/src', arrows: cliRooms, ground: ['platform'] },
  {
    name: 'the web app',
    folder: 'apps/web/src',
    arrows: webRooms,
    ground: ['api', 'components', 'lib', 'live', 'theme'],
    above: ['app'],
  },
])('the rooms of $name', ({ folder, arrows, ground, above = [] }) => {
  const rooms = Object.keys(arrows);
  const imports = importsBetween(folder, rooms, ground).filter(
    ({ from }) => from !== '' && !above.includes(from),
  );

  it('import only what they may', () => {
    const refused = imports.filter(({ from, to }) => arrows[from]?.includes(to) !== true);
    expect(refused.map(({ what }) => what)).toEqual([]);
  });

  it('have no circle, in what they may import', () => {
    expect(circleIn(arrows)).toBeNull();
  });

  it('use every arrow that they may', () => {
    const used = new Set(imports.map(({ from, to }) => `${from} → ${to}`));
    const unused = rooms.flatMap((room) => (arrows[room] ?? []).map((to) => `${room} → ${to}`));
    expect(unused.filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  it('are all named', () => {
    const source = join(root, folder);
    const found = productFiles(folder).map((file) => roomOf(source, file, rooms));
    expect([...new Set(found)].filter((room) => !['', ...above, ...rooms].includes(room))).toEqual([]);
  });
});

describe('the files of each workspace', () => {
  const workspaces = ['apps', 'packages', 'native'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}/src`),
  );

  it.each(workspaces.filter((folder) => existsSync(join(root, folder))))(
    'import in no circle: %s',
    (folder) => {
      const done = new Set<string>();
      const visit = (file: string, path: readonly string[]): void => {
        const names = [...path, file].map((step) => relative(join(root, folder), step));
        expect(path, `circle: ${names.join(' → ')}`).not.toContain(file);
        if (done.has(file)) return;
        for (const next of importedBy(file)) visit(next, [...path, file]);
        done.add(file);
      };
      for (const file of productFiles(folder)) visit(file, []);
    },
  );
});

describe('the rooms of the sandbox’s core', () => {
  const core = join(root, 'native/sandbox/core');
  const folders = readdirSync(core, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const includes = folders.flatMap((room) =>
    readdirSync(join(core, room)).flatMap((file) =>
      [...readFileSync(join(core, room, file), 'utf8').matchAll(/^#include "(?:([a-z]+)\/)?([^"]+)"/gm)]
        .filter(([, target]) => target !== room)
        .map(([, target = '', header = '']) => ({
          room,
          target,
          what: `${room}/${file} → ${target}/${header}`,
        })),
    ),
  );

  it('are all named, and include only what they may', () => {
    expect(folders.toSorted()).toEqual(Object.keys(sandboxRooms).toSorted());
    const refused = includes.filter(({ room, target }) => sandboxRooms[room]?.includes(target) !== true);
    expect(refused.map(({ what }) => what)).toEqual([]);
  });

  it('have no circle, and use every arrow that they may', () => {
    expect(circleIn(sandboxRooms)).toBeNull();
    const used = new Set(includes.map(({ room, target }) => `${room} → ${target}`));
    const allowed = Object.entries(sandboxRooms).flatMap(([room, targets]) =>
      targets.map((to) => `${room} → ${to}`),
    );
    expect(allowed.filter((arrow) => !used.has(arrow))).toEqual([]);
  });
});
