/** A plugin of the build: writes `pages.json` for the server, and gives the files of `public` that the page names a hash. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { commonKilobytes, everywhere, pages, usualKilobytes } from './route-manifest.ts';

type Bundle = Parameters<Extract<NonNullable<Plugin['generateBundle']>, (...args: never[]) => unknown>>[1];
type Chunk = Extract<Bundle[string], { type: 'chunk' }>;

/** Without a hash in its name the browser would have to ask for each of them again before every page. */
const publicFiles = ['boot.js', 'icon.svg'];

/** On every page: found only by the styles, they would come after the first layout, and make a second one. */
const firstFonts = [
  'ibm-plex-sans-latin-wght-normal.woff2',
  'ibm-plex-serif-latin-600-normal.woff2',
  'ibm-plex-mono-latin-500-normal.woff2',
];

export function pageIndex(root: string): Plugin {
  return {
    name: 'sandglass-pages',
    apply: 'build',
    buildStart() {
      for (const name of publicFiles) {
        this.emitFile({ type: 'asset', name, source: readFileSync(join(root, 'public', name)) });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const assets = Object.values(bundle ?? {});
        const fileOf = (name: string): string => {
          const found = assets.find((one) => one.type === 'asset' && one.names.includes(name));
          if (found === undefined) throw new Error(`the build has no ${name}`);
          return `/${found.fileName}`;
        };
        const page = publicFiles.reduce(
          (text, name) => text.replace(`"/${name}"`, `"${fileOf(name)}"`),
          html,
        );
        const fonts = firstFonts.map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: fileOf(name) },
          injectTo: 'head' as const,
        }));
        return { html: withEarlyCode(page), tags: fonts };
      },
    },
    generateBundle(_options, bundle) {
      const index = pages.map(({ path, code, data, staffData = [], kilobytes = usualKilobytes }) => {
        const { common, own } = chunksOf(bundle, join(root, 'src/features', code));
        checkSize('every page', common, commonKilobytes);
        checkSize(path, own, kilobytes);
        return {
          path,
          scripts: own.map(({ fileName }) => `/${fileName}`),
          styles: stylesOf(own),
          data: [...everywhere.data, ...data],
          staffData: [...everywhere.staffData, ...staffData],
        };
      });
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify({ pages: index }) });
    },
  };
}

/**
 * A module waits for the end of the page, and that waits for the answers written into it. Asynchronous, and behind the
 * element it draws into, the code runs in that time; its fetch begins in the head.
 */
function withEarlyCode(html: string): string {
  const code = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
  const file = code.exec(html)?.[1];
  const root = '<div id="root"></div>';
  if (file === undefined || !html.includes(root)) throw new Error('the page has no code, or no root');
  return html
    .replace(code, `<link rel="modulepreload" crossorigin href="${file}">`)
    .replace(root, `${root}\n    <script type="module" crossorigin async src="${file}"></script>`);
}

/** What every page runs, and what a page's module needs beside it, in the order of need. */
function chunksOf(bundle: Bundle, module: string): { common: Chunk[]; own: Chunk[] } {
  const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk');
  const entry = chunks.find((one) => one.isEntry);
  const page = chunks.find((one) => one.facadeModuleId === module);
  if (entry === undefined || page === undefined) throw new Error(`the build has no chunk of ${module}`);
  const common = withImports(bundle, entry);
  return { common, own: withImports(bundle, page).filter((chunk) => !common.includes(chunk)) };
}

/** All of it is run before the page is seen, so it may not grow by accident. */
function checkSize(what: string, chunks: readonly Chunk[], maxKilobytes: number): void {
  const bytes = chunks.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0);
  if (bytes <= maxKilobytes * 1000) return;
  const largest = chunks
    .toSorted((a, b) => b.code.length - a.code.length)
    .slice(0, 4)
    .map(({ name, code }) => `${name} ${Math.round(code.length / 1000)}`);
  throw new Error(
    `the code of ${what} is ${Math.ceil(bytes / 1000)} kB, more than the ${maxKilobytes} kB of bundle/route-manifest.ts; largest: ${largest.join(', ')}`,
  );
}

function stylesOf(chunks: readonly Chunk[]): string[] {
  const names = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return [...new Set(names)].map((name) => `/${name}`);
}

function withImports(bundle: Bundle, chunk: Chunk, seen = new Set<Chunk>()): Chunk[] {
  if (seen.has(chunk)) return [];
  seen.add(chunk);
  const imported = chunk.imports.flatMap((name) => {
    const found = bundle[name];
    return found?.type === 'chunk' ? withImports(bundle, found, seen) : [];
  });
  return [chunk, ...imported];
}
