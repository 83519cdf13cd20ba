import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiRooms, judgehostRooms, webRooms } from './rooms.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const isThere = (path: string): boolean => existsSync(join(root, path));

/** Not what a build or a package manager put there. */
const foreign = new Set(['node_modules', 'build', 'dist', '.sandglass', '.git']);
const pages = globSync('**/*.md', { cwd: root, exclude: (path) => foreign.has(path.replace(/^.*\//, '')) });

/** The anchors of a page, as they are commonly made of its headings. */
function anchors(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function leadsSomewhere(page: string, path: string, anchor: string | undefined): boolean {
  if (/^[a-z]+:/.test(path)) return true;
  const target = path === '' ? page : normalize(join(dirname(page), path));
  return isThere(target) && (anchor === undefined || anchors(target).includes(anchor));
}

/** What the pages say that is wrong: `page: words`. */
function wrong(words: RegExp, isRight: (page: string, found: readonly string[]) => boolean): string[] {
  return pages.flatMap((page) =>
    [...read(page).matchAll(words)]
      .filter(([, ...found]) => !isRight(page, found))
      .map(([whole]) => `${page}: ${whole}`),
  );
}

describe('the documentation', () => {
  it('is found', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/operations.md', 'bench/README.md']));
  });

  it('links to pages, files and headings that are there', () => {
    const links = /\]\(([^)\s#]*)(?:#([^)\s]+))?\)/g;
    expect(wrong(links, (page, [path = '', anchor]) => leadsSomewhere(page, path, anchor))).toEqual([]);
  });

  it('names files that are there', () => {
    const paths = /`((?:apps|packages|native|scripts|prisma|bench|e2e|fuzz|samples)\/[\w./-]+)`/g;
    // A name in capitals matches any.
    const isPattern = (path: string): boolean => /\/[A-Z]+(?:[./]|$)/.test(path);
    expect(wrong(paths, (_page, [path = '']) => isPattern(path) || isThere(path))).toEqual([]);
  });

  it('names commands and benchmarks that exist', () => {
    const known = (name = ''): boolean => name === 'help' || isThere(`apps/cli/src/commands/${name}.ts`);
    expect(wrong(/\.\/sandglass ([a-z][a-z-]*)/g, (_page, [name]) => known(name))).toEqual([]);
    const measured = (name = ''): boolean => name === 'list' || isThere(`bench/${name}/bench.ts`);
    expect(wrong(/\.\/sandglass bench ([a-z][a-z-]*)/g, (_page, [name]) => measured(name))).toEqual([]);
  });

  it('has a line for each benchmark', () => {
    const listed = [...read('bench/README.md').matchAll(/^\| \[([a-z-]+)\]\(/gm)].map(([, name]) => name);
    const there = readdirSync(join(root, 'bench')).filter((name) => isThere(`bench/${name}/bench.ts`));
    expect(listed).toEqual(there.toSorted());
  });

  it('names scripts that the apps have', () => {
    const has = (app = '', script = ''): boolean => {
      const { scripts } = JSON.parse(read(`apps/${app}/package.json`)) as { scripts: Record<string, string> };
      return scripts[script] !== undefined;
    };
    const filtered = /pnpm --filter @sandglass\/([a-z-]+) ([a-z:-]+)/g;
    expect(wrong(filtered, (_page, [app, script]) => has(app, script))).toEqual([]);
  });

  it('has every room on the map of the house', () => {
    const map = read('CONTRIBUTING.md');
    const rooms = ['apps', 'packages', 'native'].flatMap((floor) =>
      readdirSync(join(root, floor))
        .filter((name) => isThere(`${floor}/${name}/package.json`))
        .map((name) => `\`${floor}/${name}/\``),
    );
    expect(rooms.length).toBeGreaterThan(10);
    expect(rooms.filter((room) => !map.includes(room))).toEqual([]);
  });

  it('says of every room of the api, the judgehost and the web app what is in it', () => {
    const text = read('docs/architecture.md');
    const rooms = [
      ...Object.keys(apiRooms).map((room) => `../apps/api/src/${room.split('/')[0] ?? ''}`),
      ...Object.keys(judgehostRooms).map((room) => `../apps/judgehost/src/${room}`),
      ...Object.keys(webRooms)
        .filter((room) => room.startsWith('features/'))
        .map((room) => `../apps/web/src/${room}`),
    ];
    expect(rooms.filter((room) => !text.includes(`](${room}) |`))).toEqual([]);
  });
});
