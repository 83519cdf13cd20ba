/**
 * A whole contest from one file: its definition, the packages of its problems, its people and accounts. The same file again
 * changes only what it has changed: packages are compared, a start that is relative stays, and passwords are left alone.
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import {
  accountRoleSchema,
  instantSchema,
  type ImportedFile,
  type ImportPeopleAnswer,
} from '@sandglass/contracts';
import { z } from 'zod';
import type { SandglassClient } from './client.ts';
import { contestFileSchema, readFileAs, spanSchema } from './contest-file.ts';
import type { Login } from './import-contest.ts';
import { importPackage } from './import-package.ts';

const pathSchema = z.string().min(1).max(500).describe('relative to the folder of the file');

/** Beside what a contest file has. */
export const wholeContestSchema = contestFileSchema.extend({
  starts: z.union([spanSchema, instantSchema.transform((text) => new Date(text))], {
    error:
      'must be a span such as "2h" or "-30m", or an instant with its zone such as 2027-03-20T09:00:00+01:00',
  }),
  public: z.boolean().optional(),
  problems: z.array(
    contestFileSchema.shape.problems.element.extend({
      package: pathSchema.optional().describe('a folder or a zip; omitted: the folder of the problem’s id'),
    }),
  ),
  teams: contestFileSchema.shape.teams.default([]),
  people: z.array(pathSchema).max(19).default([]).describe('files as an import of people takes them'),
  accounts: z
    .array(
      z.strictObject({
        username: z.string(),
        role: accountRoleSchema.default('contestant'),
        name: z.string().optional(),
        team: z.string().optional().describe('its id'),
        password: z.string().optional().describe('omitted: one is made, when the account is'),
      }),
    )
    .max(5000)
    .default([]),
});
export type WholeContest = z.output<typeof wholeContestSchema>;

export interface LoadContestOptions {
  readonly contestFile: string;
  readonly now: Date;
  /** The password of an account that is made; it is the caller who remembers it. */
  readonly passwordFor: (username: string) => string;
  readonly onStep?: (what: string) => void;
}

/** @returns the accounts that were made with a password of {@link LoadContestOptions.passwordFor} */
export async function loadContest(
  admin: SandglassClient,
  { contestFile, now, passwordFor, onStep }: LoadContestOptions,
): Promise<Login[]> {
  const file = await readFileAs(contestFile, wholeContestSchema);
  const folder = dirname(contestFile);
  for (const { label, problem, package: path } of file.problems) {
    const answer = await importPackage(admin, problem, resolve(folder, path ?? problem));
    onStep?.(`Problem ${label}: ${problem}${answer.unchanged ? ' is unchanged' : ' imported'}`);
  }
  await admin.defineContest(await definitionOf(admin, file, now));
  onStep?.(`Contest ${file.id}: defined`);
  const known = new Set((await admin.people.accounts()).map(({ username }) => username));
  const made = accountsOf(file).flatMap((account): Login[] =>
    account.password !== undefined || known.has(account.username)
      ? []
      : [{ who: account.role, username: account.username, password: passwordFor(account.username) }],
  );
  const files: ImportedFile[] = await Promise.all(
    file.people.map(async (path) => ({
      name: basename(path),
      text: await readFile(resolve(folder, path), 'utf8'),
    })),
  );
  files.push(accountsFile(file, made));
  const answer = await admin.people.import(files, { dryRun: false, contest: file.id });
  if (!answer.imported) throw new Error(`the people of ${contestFile} were not imported:${faultsOf(answer)}`);
  onStep?.(`People: ${String(answer.changes.length)} new or changed`);
  return made;
}

/** A start that is relative is that of the first time. */
async function definitionOf(
  admin: SandglassClient,
  file: WholeContest,
  now: Date,
): Promise<Parameters<SandglassClient['defineContest']>[0]> {
  const isThere = (await admin.contests()).some(({ id }) => id === file.id);
  const present = isThere && typeof file.starts === 'number' ? await admin.contestDefinition(file.id) : null;
  const starts = typeof file.starts === 'number' ? new Date(now.getTime() + file.starts) : file.starts;
  const ends = new Date(starts.getTime() + file.duration);
  const freezes = file.freeze === undefined ? null : new Date(ends.getTime() - file.freeze).toISOString();
  return {
    id: file.id,
    name: file.name,
    ...(file.shortName === undefined ? {} : { shortName: file.shortName }),
    startsAt: present?.startsAt ?? starts.toISOString(),
    endsAt: present?.endsAt ?? ends.toISOString(),
    ...(present === null ? { freezesAt: freezes } : {}),
    ...(file.public === undefined ? {} : { public: file.public }),
    penaltyMinutes: file.penaltyMinutes,
    ...(file.rules === undefined ? {} : { rules: file.rules }),
    image: file.image ?? null,
    problems: file.problems.map(({ label, problem, colour }) => ({ label, problem, colour })),
    // Teams of files of people join with the import: a list here would take them out again.
    ...(file.teams.length === 0 || file.people.length > 0 ? {} : { teams: file.teams }),
  };
}

/** Teams of the file that have no account of their own in it get one with their id. */
function accountsOf({ accounts, teams }: WholeContest): WholeContest['accounts'] {
  const own = new Set(accounts.flatMap(({ team }) => team ?? []));
  return [
    ...accounts,
    ...teams
      .filter(({ id }) => !own.has(id))
      .map(({ id, name }) => ({ username: id, role: 'contestant' as const, name, team: id })),
  ];
}

function accountsFile(file: WholeContest, made: readonly Login[]): ImportedFile {
  const passwords = new Map(made.map(({ username, password }) => [username, password]));
  const rows = accountsOf(file).map(({ username, role, name, team, password }) => ({
    username,
    type: role === 'contestant' ? 'team' : role === 'jury' ? 'judge' : role,
    name,
    team_id: team,
    password: password ?? passwords.get(username),
  }));
  return { name: 'accounts.json', text: JSON.stringify(rows) };
}

function faultsOf({ faults }: ImportPeopleAnswer): string {
  return faults
    .filter(({ severity }) => severity === 'error')
    .slice(0, 20)
    .map(({ file, line, field, message }) =>
      `\n  ${file}${line === null ? '' : `:${String(line)}`} ${field} ${message}`.trimEnd(),
    )
    .join('');
}
