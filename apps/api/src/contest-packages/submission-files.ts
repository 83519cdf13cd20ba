/** Submissions of a contest with their sources, one after the other: never all in memory. */
import type { Sql } from '../platform/database/database.ts';
import {
  archivedFile,
  archivedSubmissions,
  type ArchivedSubmission,
} from './archived-submission-repository.ts';

const batch = 1000;

/** In the order of their numbers. */
export async function allSubmissions(sql: Sql, contest: string): Promise<readonly ArchivedSubmission[]> {
  const all: ArchivedSubmission[] = [];
  for (;;) {
    const next = await archivedSubmissions(sql, contest, all.at(-1)?.number ?? 0, batch);
    all.push(...next);
    if (next.length < batch) return all;
  }
}

export interface SourceFile {
  readonly ordinal: number;
  /** As the team called it. */
  readonly name: string;
  readonly content: Buffer;
}

export async function* sourcesOf(
  sql: Sql,
  { id, files }: Pick<ArchivedSubmission, 'id' | 'files'>,
): AsyncGenerator<SourceFile> {
  for (const [ordinal, name] of files.entries())
    yield { ordinal, name, content: (await archivedFile(sql, id, ordinal)) ?? Buffer.alloc(0) };
}

/** No name of a file leads out of its folder, or is refused by a file system. */
export function plainName(name: string): string {
  const text = name.replaceAll(/[^A-Za-z0-9._+-]/g, '_');
  return /^\.*$/.test(text) ? `_${text}` : text;
}

/** Plain names, each of its own: two names may be the same once they are plain. */
export function plainNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map(plainName).map((name, index) => {
    const own = used.has(name.toLowerCase()) ? `${String(index + 1)}-${name}` : name;
    used.add(own.toLowerCase());
    return own;
  });
}
