/** `./sandglass contest create`, `edit`, `clone`, `archive`, `restore`, `delete` and `export-definition`. */
import { open, writeFile } from 'node:fs/promises';
import type { SandglassClient } from '@sandglass/client';
import {
  contestDefinitionSchema,
  plainError,
  type ChangeContestRequest,
  type ReadContestDefinition,
} from '@sandglass/contracts';
import {
  contestTimes,
  parsePlannedTime,
  plannedInstant,
  plannedTimeHint,
  type ContestTimes,
} from '@sandglass/domain';
import { adminClient } from '../platform/admin-client.ts';
import { UsageError } from '../platform/command.ts';
import { say, sayJson } from '../platform/terminal.ts';
import { readWords } from '../platform/words.ts';
import { changeLines } from './contest-lines.ts';

const connection = {
  json: { type: 'boolean' },
  url: { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  data: { type: 'string' },
} as const;
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const options = {
  create: { ...connection, id: text },
  edit: {
    ...connection,
    name: text,
    'short-name': text,
    begin: text,
    end: text,
    freeze: text,
    thaw: text,
    activate: text,
    deactivate: text,
    penalty: text,
    image: text,
    public: flag,
    private: flag,
    'add-teams': text,
    'remove-teams': text,
    reason: text,
    'dry-run': flag,
    confirm: flag,
  },
  clone: { ...connection, begin: text, name: text, 'without-teams': flag },
  archive: { ...connection, reason: text },
  restore: { ...connection, reason: text },
  delete: { ...connection, name: text, reason: text },
  'export-definition': { ...connection, to: text },
} as const;

export type LifeVerb = keyof typeof options;
export const lifeVerbs = Object.keys(options) as readonly LifeVerb[];

export function isLifeVerb(verb: string): verb is LifeVerb {
  return Object.hasOwn(options, verb);
}

export const lifeUsage = `
       ./sandglass contest create FILE [--id ID]      make a contest of a definition file (JSON)
       ./sandglass contest export-definition ID [--to FILE]  the file that makes it again
       ./sandglass contest edit ID [--name TEXT] [--begin TIME] …  change what is named, and nothing else
       ./sandglass contest clone ID NEW-ID --begin TIME [--name TEXT]  its rules, problems and teams at another time
       ./sandglass contest archive ID                 out of the lists, and unchanged; \`contest restore ID\` takes it back
       ./sandglass contest delete ID [--name NAME]    what would be lost; with its exact name, delete it for ever`;

export const lifeOptions = `
  --begin, --end, --freeze, --thaw, --activate, --deactivate TIME
                  of \`edit\`: 2026-11-28T09:00:00Z, or a distance as +5:00:00 or end-1:00; none takes it away.
                  One that begins with a dash is given as --activate=-1:00
  --short-name TEXT, --penalty N, --image NAME, --public, --private, --add-teams A,B, --remove-teams A,B
                  of \`edit\`
  --without-teams of \`clone\`: the copy has no teams`;

/** @param argv with the verb first @throws UsageError */
export async function runLife(argv: readonly string[], verb: LifeVerb): Promise<number> {
  const most = verb === 'clone' ? 3 : 2;
  switch (verb) {
    case 'create': {
      const { values, positionals } = readWords(argv, { most, options: options.create });
      const definition = await readDefinition(needed(verb, positionals[1], 'FILE'));
      const made = await clientOf(values).life.create({ ...definition, id: values.id ?? definition.id });
      return answered(made, values.json, [`${made.id} is made, and starts at ${made.startsAt}`]);
    }
    case 'edit': {
      const { values, positionals } = readWords(argv, { most, options: options.edit });
      return edit(needed(verb, positionals[1], 'ID'), values);
    }
    case 'clone': {
      const { values, positionals } = readWords(argv, { most, options: options.clone });
      const id = needed(verb, positionals[1], 'ID');
      const made = needed(verb, positionals[2], 'NEW-ID');
      const startsAt = instant('begin', needed(verb, values.begin, '--begin TIME'));
      const client = clientOf(values);
      const { name } = await client.life.definition(id);
      const answer = await client.life.clone(id, {
        id: made,
        name: values.name ?? `${name} (copy)`.slice(0, 200),
        startsAt,
        teams: values['without-teams'] !== true,
      });
      return answered(answer, values.json, [`${answer.id} starts at ${answer.startsAt}`]);
    }
    case 'archive':
    case 'restore': {
      const { values, positionals } = readWords(argv, { most, options: options.archive });
      const id = needed(verb, positionals[1], 'ID');
      const answer = await clientOf(values).life.move(id, verb, values.reason);
      return answered(answer, values.json, [
        answer.archivedAt === null ? `${id} is restored` : `${id} is archived since ${answer.archivedAt}`,
      ]);
    }
    case 'delete': {
      const { values, positionals } = readWords(argv, { most, options: options.delete });
      return remove(clientOf(values), needed(verb, positionals[1], 'ID'), values);
    }
    case 'export-definition': {
      const { values, positionals } = readWords(argv, { most, options: options['export-definition'] });
      return exportDefinition(clientOf(values), needed(verb, positionals[1], 'ID'), values);
    }
  }
}

type EditWords = ReturnType<typeof readWords<typeof options.edit>>['values'];

/** Of the command, and of the api. */
const times = [
  ['begin', 'startsAt'],
  ['end', 'endsAt'],
  ['freeze', 'freezesAt'],
  ['thaw', 'thawsAt'],
  ['activate', 'activatesAt'],
  ['deactivate', 'deactivatesAt'],
] as const;

async function edit(id: string, words: EditWords): Promise<number> {
  if (words.public === true && words.private === true)
    throw new UsageError('--public and --private are given together');
  const changed = settings(words);
  const changesTimes = times.some(([word]) => words[word] !== undefined);
  if (Object.keys(changed).length === 0 && !changesTimes)
    throw new UsageError('contest edit: say what to change');
  const client = clientOf(words);
  const change: ChangeContestRequest = {
    ...changed,
    ...(changesTimes ? changedTimes(words, contestTimes((await client.control.show(id)).state)) : {}),
  };
  const answer = await client.control.change(
    id,
    { ...change, reason: words.reason ?? '', confirm: words.confirm === true },
    words['dry-run'] === true ? 'dryRun' : 'apply',
  );
  return answered(answer, words.json, changeLines(answer));
}

function settings(words: EditWords): ChangeContestRequest {
  const { name, penalty, image } = words;
  const shortName = words['short-name'];
  if (penalty !== undefined && !/^\d{1,5}$/.test(penalty))
    throw new UsageError(`--penalty must be a whole number of minutes, not "${penalty}"`);
  const [add, remove] = (['add-teams', 'remove-teams'] as const).map((word) =>
    words[word]?.split(',').filter((one) => one !== ''),
  );
  return {
    ...(name === undefined ? {} : { name }),
    ...(shortName === undefined ? {} : { shortName }),
    ...(penalty === undefined ? {} : { penaltyMinutes: Number(penalty) }),
    ...(image === undefined ? {} : { image: image === 'none' ? null : image }),
    ...(words.public === true ? { public: true } : {}),
    ...(words.private === true ? { public: false } : {}),
    ...(add === undefined && remove === undefined ? {} : { teams: { add: add ?? [], remove: remove ?? [] } }),
  };
}

/** Distances are counted from the start and end as they would be. @throws UsageError */
function changedTimes(words: EditWords, present: ContestTimes): ChangeContestRequest {
  let from = present;
  let change: ChangeContestRequest = {};
  for (const [word, field] of times) {
    const written = words[word];
    if (written === undefined) continue;
    if (written === 'none') {
      if (field === 'startsAt' || field === 'endsAt') throw new UsageError(`--${word} must be a time`);
      change = { ...change, [field]: null };
      continue;
    }
    const planned = parsePlannedTime(written);
    if (planned === null) throw new UsageError(`--${word} must be ${plannedTimeHint}, not "${written}"`);
    const atMs = plannedInstant(planned, from);
    if (field === 'startsAt') from = { ...from, startsAtMs: atMs };
    if (field === 'endsAt') from = { ...from, endsAtMs: atMs };
    change = { ...change, [field]: new Date(atMs).toISOString() };
  }
  return change;
}

async function remove(
  client: SandglassClient,
  id: string,
  {
    name,
    reason,
    json,
  }: { name?: string | undefined; reason?: string | undefined; json?: boolean | undefined },
): Promise<number> {
  if (name !== undefined) {
    const gone = await client.life.delete(id, name, reason);
    return answered(gone, json, [`${id} is deleted, with ${String(gone.submissions)} submissions`]);
  }
  const lost = await client.life.deletion(id);
  return answered(lost, json, [
    `"${lost.name}" would be deleted with ${String(lost.submissions)} submissions, ${String(lost.judgings)} judgings and ${String(lost.rejudgings)} rejudgings`,
    lost.refused === null
      ? 'nothing was deleted: say --name with its exact name'
      : `it cannot be deleted now: ${lost.refused}`,
  ]);
}

async function exportDefinition(
  client: SandglassClient,
  id: string,
  { to, json }: { to?: string | undefined; json?: boolean | undefined },
): Promise<number> {
  const definition = await client.life.definition(id);
  if (json === true) {
    sayJson(definition);
    return 0;
  }
  const path = to ?? `${id}.contest.json`;
  try {
    await writeFile(path, `${JSON.stringify(definition, null, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new UsageError(`${path} is there already; name another file with --to FILE`);
    throw error;
  }
  say(path);
  return 0;
}

/** Of a definition; thousands of teams have less. */
const maxBytes = 16 * 1024 * 1024;

/** @throws UsageError naming the fields that are wrong */
async function readDefinition(path: string): Promise<ReadContestDefinition> {
  await using file = await open(path);
  if ((await file.stat()).size > maxBytes) throw new UsageError(`${path} has more than 16 MiB`);
  const written = await file.readFile('utf8');
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch (error) {
    throw new UsageError(`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = contestDefinitionSchema.safeParse(value, { error: plainError });
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues
    .slice(0, 20)
    .map(({ path: field, message }) => `\n  ${field.join('.')} ${message}`);
  throw new UsageError(`${path} is no definition of a contest:${first.join('')}`);
}

function answered(answer: unknown, json: boolean | undefined, lines: readonly string[]): number {
  if (json === true) sayJson(answer);
  else for (const line of lines) say(line);
  return 0;
}

function needed(verb: string, word: string | undefined, name: string): string {
  if (word === undefined) throw new UsageError(`contest ${verb}: ${name} is missing`);
  return word;
}

function instant(word: string, written: string): string {
  const planned = parsePlannedTime(written);
  if (planned?.kind !== 'instant')
    throw new UsageError(`--${word} must be a date and time such as 2026-11-28T09:00:00Z, not "${written}"`);
  return new Date(planned.atMs).toISOString();
}

interface Connection {
  readonly url?: string | undefined;
  readonly user?: string | undefined;
  readonly 'password-file'?: string | undefined;
  readonly data?: string | undefined;
}

function clientOf({ url, user, 'password-file': passwordFile, data }: Connection): SandglassClient {
  return adminClient({ url, user, passwordFile, data });
}
