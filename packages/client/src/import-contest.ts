import { join } from 'node:path';
import type { SandglassClient } from './client.ts';
import { readContestFile, type ContestFile } from './contest-file.ts';
import { importPackage } from './import-package.ts';

export interface Login {
  /** For people: "team Gravel Roads", "jury". */
  readonly who: string;
  readonly username: string;
  readonly password: string;
}

export interface DefineContestOptions {
  readonly contestFile: string;
  /** Holds one folder or zip per problem, named by its id. */
  readonly packageFolder: string;
  readonly problems: readonly string[] | 'all';
  readonly now: Date;
  /** Who takes part; omitted: the teams of the file. */
  readonly teams?: ContestFile['teams'];
  readonly onStep?: (what: string) => void;
}

export interface ImportContestOptions extends DefineContestOptions {
  /** The password an account gets; it is the caller who remembers it. */
  readonly passwordFor: (username: string) => string;
}

export interface ImportedContest {
  readonly contest: string;
  readonly teams: Login[];
  readonly jury: Login;
}

/** Imports a contest file with its packages. No account is made. */
export async function defineContest(
  admin: SandglassClient,
  options: DefineContestOptions,
): Promise<ContestFile> {
  const file = await fileOf(options);
  await importPackages(admin, file, options);
  return file;
}

/**
 * Imports a contest file with its packages, and makes an account per team and one for the jury. All passwords are asked
 * for first: where one of them cannot be kept, nothing is made.
 */
export async function importContest(
  admin: SandglassClient,
  options: ImportContestOptions,
): Promise<ImportedContest> {
  const file = await fileOf(options);
  const teams = file.teams.map((team) => login(`team ${team.name}`, team.id, options));
  const jury = login('jury', 'jury', options);
  await importPackages(admin, file, options);
  await admin.createUsers({
    users: [
      ...file.teams.map((team, i) => ({
        ...account(teams[i]),
        role: 'contestant' as const,
        teamId: team.id,
        displayName: team.name,
      })),
      { ...account(jury), role: 'jury', displayName: 'Jury' },
    ],
  });
  return { contest: file.id, teams, jury };
}

async function fileOf({ contestFile, teams }: DefineContestOptions): Promise<ContestFile> {
  const file = await readContestFile(contestFile);
  return { ...file, teams: teams ?? file.teams };
}

async function importPackages(
  admin: SandglassClient,
  file: ContestFile,
  options: DefineContestOptions,
): Promise<void> {
  const problems = file.problems.filter(
    ({ problem }) => options.problems === 'all' || options.problems.includes(problem),
  );
  for (const { label, problem } of problems) {
    options.onStep?.(`Importing problem ${label}: ${problem}`);
    await importPackage(admin, problem, join(options.packageFolder, problem));
  }
  await admin.defineContest({ ...definition(file, options.now), problems });
}

function definition(file: ContestFile, now: Date) {
  const starts = now.getTime() + file.starts;
  const ends = starts + file.duration;
  return {
    id: file.id,
    name: file.name,
    ...(file.shortName === undefined ? {} : { shortName: file.shortName }),
    startsAt: new Date(starts).toISOString(),
    endsAt: new Date(ends).toISOString(),
    freezesAt: file.freeze === undefined ? null : new Date(ends - file.freeze).toISOString(),
    penaltyMinutes: file.penaltyMinutes,
    ...(file.rules === undefined ? {} : { rules: file.rules }),
    image: file.image ?? null,
    teams: file.teams,
  };
}

function login(who: string, username: string, options: ImportContestOptions): Login {
  return { who, username, password: options.passwordFor(username) };
}

function account(login: Login | undefined): { username: string; password: string } {
  if (login === undefined) throw new Error('every team has a login');
  return { username: login.username, password: login.password };
}
