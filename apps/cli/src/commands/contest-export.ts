/** `./sandglass contest export ID --format …`, `--resolver FILE` or `--static FILE`: the results of a contest as a file. */
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

/** What goes with `contest export`, and with what. */
interface ExportWords {
  readonly format?: string | undefined;
  readonly to?: string | undefined;
  readonly resolver?: string | undefined;
  readonly package?: string | undefined;
  readonly static?: string | undefined;
  readonly as?: string | undefined;
  readonly 'password-hashes'?: boolean | undefined;
}

/** Each makes one file, and names it. */
const wholeFiles = ['resolver', 'package', 'static'] as const;

/** Before the api is asked. @throws UsageError */
export function checkExportWords(verb: string, words: ExportWords): void {
  const { format, to, as } = words;
  const whole = wholeFiles.filter((name) => words[name] !== undefined);
  const hashes = words['password-hashes'] === true;
  if (verb !== 'export' && (whole.length > 0 || hashes || (format ?? to) !== undefined))
    throw new UsageError(
      '--format, --to, --resolver, --package, --password-hashes and --static go with `contest export`',
    );
  if (hashes && words.package === undefined)
    throw new UsageError('--password-hashes goes with --package FILE');
  const [first, second] = whole;
  if (second !== undefined)
    throw new UsageError(`--${String(first)} and --${second} make a file each: one at a time`);
  if (first !== undefined && (format ?? to) !== undefined)
    throw new UsageError(`--${first} names the file itself: leave out --format and --to`);
  if (as !== undefined && verb !== 'import' && words.static === undefined)
    throw new UsageError('--as goes with `contest import` and with `contest export --static FILE`');
}

/** @throws UsageError */
export function checkView(view: string | undefined): 'public' | 'jury' {
  if (view === undefined || view === 'public' || view === 'jury') return view ?? 'public';
  throw new UsageError(`--as must be public or jury, not "${view}"`);
}

/** A zip that opens from a folder. */
export async function exportStatic(
  client: SandglassClient,
  id: string,
  path: string,
  view: 'public' | 'jury',
): Promise<number> {
  return save(await client.results.staticScoreboard(id, view), path, '--static FILE');
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
