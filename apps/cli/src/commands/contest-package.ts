/** `./sandglass contest export ID --package FILE` and `contest import FILE`: a whole contest as a file. */
import { stat } from 'node:fs/promises';
import { packagedKinds, type ImportContestPackageAnswer } from '@sandglass/contracts';
import type { SandglassClient } from '@sandglass/client';
import { UsageError } from '../platform/command.ts';
import { say, sayJson } from '../platform/terminal.ts';
import { save } from './contest-export.ts';

export interface PackageWords {
  readonly as: string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Into a new file; one that is there stays as it is. */
export async function exportPackage(
  client: SandglassClient,
  id: string,
  path: string,
  passwordHashes: boolean,
): Promise<number> {
  if (passwordHashes)
    say(
      'It has hashes of passwords: who has this file can try passwords against them. Keep it as you keep the passwords.',
    );
  return save(await client.packages.export(id, { passwordHashes }), path, '--package FILE');
}

/** @returns the exit code: 1 where a dry run finds what keeps the package out */
export async function importPackageFile(
  client: SandglassClient,
  path: string,
  { as, dryRun, json }: PackageWords,
): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile() !== true) throw new UsageError(`there is no file ${path}`);
  const answer = await client.packages.import(path, { dryRun, as });
  if (json) sayJson(answer);
  else for (const line of linesOf(answer)) say(line);
  return answer.imported || answer.conflictCount === 0 ? 0 : 1;
}

function linesOf(answer: ImportContestPackageAnswer): string[] {
  const { contestId, name, exportedAt, contents, kinds, conflicts, conflictCount, notes, imported } = answer;
  const more = conflictCount - conflicts.length;
  return [
    `${contestId}: ${name}, exported ${exportedAt}`,
    `${String(contents.submissions)} submissions, ${String(contents.judgings)} judgings, ${String(contents.runs)} runs, ${String(contents.events)} events`,
    ...packagedKinds.map((kind) => {
      const { created, same, renamed } = kinds[kind];
      return `${kind}: ${String(created)} new, ${String(same)} here already, ${String(renamed)} under another id`;
    }),
    ...notes.map((note) => `note: ${note}`),
    ...conflicts.map(({ message }) => `conflict: ${message}`),
    ...(more > 0 ? [`and ${String(more)} more`] : []),
    ...(conflictCount > 0 ? ['import it under another id: --as NEWID'] : []),
    imported ? 'imported' : 'nothing was changed',
  ];
}
