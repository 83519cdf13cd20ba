/** `./sandglass contest export ID --format …` or `--resolver FILE`: the results of a contest as a file. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SandglassClient } from '@sandglass/client';
import type { ResultFile } from '@sandglass/contracts';
import { UsageError } from '../platform/command.ts';
import { say } from '../platform/terminal.ts';

const formats = {
  tsv: 'results.tsv',
  scoreboard: 'scoreboard.tsv',
  json: 'results.json',
  html: 'results.html',
  csv: 'results.csv',
  awards: 'awards.json',
  submissions: 'submissions.zip',
} as const satisfies Record<string, ResultFile | 'submissions.zip'>;

type Format = keyof typeof formats;

/** @throws UsageError */
export function checkFormat(format: string | undefined): Format {
  if (format !== undefined && Object.hasOwn(formats, format)) return format as Format;
  const known = Object.keys(formats).join(', ');
  throw new UsageError(
    format === undefined
      ? `contest export: --format is missing: ${known}`
      : `--format must be one of ${known}, not "${format}"`,
  );
}

/** Into a new file; one that is there stays as it is. */
export async function exportResults(
  client: SandglassClient,
  id: string,
  format: Format,
  to: string | undefined,
): Promise<number> {
  const file = formats[format];
  return save(await client.results.file(id, file), to ?? `${id}-${file}`, '--to FILE');
}

/** The resolver, which then needs no server. Into a new file; one that is there stays as it is. */
export async function exportResolver(client: SandglassClient, id: string, path: string): Promise<number> {
  return save(await client.results.resolverFile(id), path, '--resolver FILE');
}

/** Into a new file. @param option that names the file */
export async function save({ body }: Response, path: string, option: string): Promise<number> {
  if (body === null) throw new Error('the api has sent no file');
  try {
    await pipeline(Readable.fromWeb(body), createWriteStream(path, { flags: 'wx' }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UsageError(`${path} is there already; name another file with ${option}`);
    throw error;
  }
  say(path);
  return 0;
}
