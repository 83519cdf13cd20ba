/**
 * Records this machine for the tests: `node packages/host-health/src/record-tree.ts NAME` reads a report twice, a second
 * apart, and writes every file that was looked at to `recorded/NAME.json`, as it was the first time and what had changed
 * the second; with `-` for NAME it prints that in a line (so is the machine of `packages/old-kernel` recorded, from
 * within). It is trimmed to what is read of each file, and names nobody: no process, no mount but those of control
 * groups, neither the machine's name nor that of its group.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createHostReader } from './host-reader.ts';
import { HostTree } from './tree.ts';

const filesSchema = z.record(z.string(), z.string());

/** A machine in a file. */
export const recordingSchema = z.object({
  files: filesSchema,
  /** Files that were different a second later. */
  later: filesSchema,
  /** Of the file system with the working folder. */
  room: z.object({ totalBytes: z.number(), freeBytes: z.number() }).nullable(),
});
export type Recording = z.infer<typeof recordingSchema>;

export const recordedFolder = path.join(import.meta.dirname, 'recorded');

/** This machine's files, with a note of each that was read. */
class NotedTree extends HostTree {
  readonly files = new Map<string, string>();

  override async text(file: string): Promise<string | null> {
    return this.#note(file, await super.text(file));
  }

  override whole(file: string): string | null {
    return this.#note(file, super.whole(file));
  }

  #note(file: string, content: string | null): string | null {
    if (content !== null && !/^\/proc\/\d/.test(file)) this.files.set(file, content);
    return content;
  }
}

/** What is kept of a file, by its lines; of others all is. */
const kept: Readonly<Record<string, RegExp>> = {
  '/proc/self/mountinfo': / - cgroup2? /,
  '/proc/self/status': /^(?:Cpus|Mems)_allowed_list:/,
  '/proc/cpuinfo': /^(?:processor|model name|flags)\b/,
  '/proc/stat': /^cpu /,
};

function trimmed(file: string, content: string): string {
  if (file === '/proc/sys/kernel/hostname') return 'recorded\n';
  if (file === '/proc/sys/kernel/osrelease') return `${/^[\d.]+/.exec(content)?.[0] ?? content}\n`;
  const lines = kept[file];
  if (lines === undefined) return content;
  return content
    .split('\n')
    .filter((line) => lines.test(line))
    .map((line) => `${line}\n`)
    .join('');
}

/** Without the names that the machine's control groups have. */
function anonymous(files: ReadonlyMap<string, string>): Record<string, string> {
  const own = [...(files.get('/proc/self/cgroup') ?? '').matchAll(/^\d+:[^:]*:(\/.+)$/gm)];
  const groups = [...new Set(own.map(([, group]) => group ?? '/'))].sort((a, b) => b.length - a.length);
  const rename = (text: string): string =>
    groups.reduce((now, group) => now.replaceAll(group, depthOf(group)), text);
  return Object.fromEntries(
    [...files].map(([file, content]) => [rename(file), rename(trimmed(file, content))]),
  );
}

/** As deep as it was: bounds are looked for on the whole way up. */
function depthOf(group: string): string {
  return group
    .split('/')
    .slice(1)
    .map((_, index) => `/group${String(index + 1)}`)
    .join('');
}

export async function recordMachine(): Promise<Recording> {
  const tree = new NotedTree();
  const reader = createHostReader({ diskPath: process.cwd() }, tree);
  const { disk } = await reader.read();
  const files = anonymous(tree.files);
  await pause(1000);
  tree.files.clear();
  await reader.read();
  const later = Object.entries(anonymous(tree.files)).filter(([file, content]) => files[file] !== content);
  const room = disk === null ? null : { totalBytes: disk.totalBytes, freeBytes: disk.freeBytes };
  return { files, later: Object.fromEntries(later), room };
}

/** @returns where it was written */
export async function writeRecording(name: string, recording: Recording): Promise<string> {
  await mkdir(recordedFolder, { recursive: true });
  const file = path.join(recordedFolder, `${name}.json`);
  await writeFile(file, `${JSON.stringify(recording, null, 2)}\n`);
  return file;
}

if (import.meta.main) {
  const name = process.argv[2] ?? '';
  if (!/^[a-z0-9-]+$/.test(name))
    throw new Error('NAME: small letters, digits and hyphens, such as vm-2-cores');
  const recording = await recordMachine();
  process.stdout.write(
    name === '-' ? `${JSON.stringify(recording)}\n` : `${await writeRecording(name, recording)}\n`,
  );
}
