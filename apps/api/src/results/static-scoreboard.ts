/** A scoreboard as a zip that opens from a folder, without a server and without a network. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StaticScoreboard } from '@sandglass/contracts';
import { ZipFile } from 'yazl';
import { staticScoreboardPage } from './static-scoreboard-page.ts';

/** The same scoreboard is the same bytes. */
const entry = { mtime: new Date(315_532_800_000), mode: 0o100644 };
const assets = ['scoreboard.js', 'scoreboard.css'] as const;

/** @param webRoot where the web app is built; null, or without its offline part: the copy is a plain table */
export async function staticScoreboardZip(
  copy: StaticScoreboard,
  webRoot: string | null,
): Promise<NodeJS.ReadableStream> {
  const folder = webRoot === null ? null : join(webRoot, 'offline');
  const files =
    folder !== null && assets.every((name) => existsSync(join(folder, name)))
      ? await Promise.all(assets.map(async (name) => ({ name, content: await readFile(join(folder, name)) })))
      : [];
  const root = `${copy.contest.id}-scoreboard${copy.view === 'jury' ? '-jury' : ''}`;
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(staticScoreboardPage(copy, files.length > 0)), `${root}/index.html`, entry);
  for (const { name, content } of files) zip.addBuffer(content, `${root}/assets/${name}`, entry);
  zip.end();
  return zip.outputStream;
}
