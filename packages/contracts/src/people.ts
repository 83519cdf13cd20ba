import { z } from 'zod';
import { loginAddressesSchema } from './login-addresses.ts';
import { sha256Schema, slugSchema } from './primitives.ts';
import { accountRoleSchema } from './role.ts';

/** What a person typed as one line: shown as it is, so it has nothing that a page, a file or a terminal would act on. */
export const lineSchema = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must have at most ${most} characters`)
    .refine((text) => !hasControl(text), 'must be one line without control characters');

function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 || code === 127) return true;
  }
  return false;
}

const nameSchema = lineSchema(200);
const shortSchema = lineSchema(64);
const externalIdSchema = shortSchema.nullable().describe('of ICPC’s registration system');

export const organisationSchema = z
  .strictObject({
    id: slugSchema,
    icpcId: externalIdSchema,
    name: nameSchema.describe('as scoreboards show it'),
    formalName: nameSchema.nullable(),
    country: shortSchema.nullable().describe('ISO 3166-1 alpha-3, such as "NOR"'),
  })
  .meta({ id: 'Organisation' });
export type Organisation = z.infer<typeof organisationSchema>;

export const teamGroupSchema = z
  .strictObject({
    id: slugSchema,
    icpcId: externalIdSchema,
    name: nameSchema,
    type: shortSchema.nullable().describe('what kind of group it is, such as "site" or "division"'),
    colour: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'must be "#" and six hexadecimal digits, such as "#d1495b"')
      .toLowerCase()
      .nullable(),
    sortOrder: z
      .number()
      .int()
      .min(-1000)
      .max(1000)
      .describe('teams of the lowest are on top, and each has its own ranking'),
    hidden: z.boolean().describe('its teams are on the jury’s scoreboard only'),
    ranked: z.boolean().describe('false: its teams are guests, who take no rank'),
    selfRegistration: z.boolean().describe('teams may register themselves for it'),
    bindAddress: z
      .boolean()
      .describe('the first login of an account binds it to its address; logins from elsewhere are refused'),
    autoLogin: z
      .boolean()
      .describe(
        'the login page logs in at once where one account may log in from its address without a password',
      ),
  })
  .meta({ id: 'TeamGroup' });
export type TeamGroup = z.infer<typeof teamGroupSchema>;

export const teamSchema = z
  .strictObject({
    id: slugSchema,
    icpcId: externalIdSchema,
    label: shortSchema.nullable().describe('what a sign at its desk shows: mostly its number'),
    name: nameSchema,
    displayName: nameSchema.nullable().describe('shown instead of the name'),
    organisationId: slugSchema.nullable(),
    country: shortSchema.nullable().describe('where it is not that of its organisation'),
    groupIds: z
      .array(slugSchema)
      .max(50)
      .refine((ids) => new Set(ids).size === ids.length, 'must not name a group twice')
      .describe('the scoreboard names the first'),
    location: nameSchema.nullable().describe('room and seat'),
    hidden: z.boolean().describe('on the jury’s scoreboard only'),
  })
  .meta({ id: 'Team' });
export type Team = z.infer<typeof teamSchema>;

export const personRoles = ['contestant', 'coach', 'staff', 'other'] as const;
export const personSchema = z
  .strictObject({
    id: slugSchema,
    icpcId: externalIdSchema,
    name: nameSchema,
    title: shortSchema.nullable(),
    email: nameSchema.nullable(),
    role: z.enum(personRoles),
    teamIds: z
      .array(slugSchema)
      .max(200)
      .refine((ids) => new Set(ids).size === ids.length, 'must not name a team twice'),
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof personSchema>;

/** An account as files of people describe it; its id is its username. */
export const accountOfPeopleSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/, 'must be 1–64 letters, digits or ._@-'),
  displayName: nameSchema,
  role: accountRoleSchema,
  teamId: slugSchema.nullable(),
  addresses: loginAddressesSchema,
});
export type AccountOfPeople = z.infer<typeof accountOfPeopleSchema>;

export const passwordSchema = z.string().min(6, 'must have at least 6 characters').max(256);

/** Kinds in the order in which they are written: what refers to another comes after it. */
export const peopleKinds = ['organisations', 'groups', 'teams', 'persons', 'accounts'] as const;
export const peopleKindSchema = z.enum(peopleKinds);
export type PeopleKind = z.infer<typeof peopleKindSchema>;

/** GET /api/people: in the order of their ids. */
export const peopleSchema = z
  .object({
    organisations: z.array(organisationSchema),
    groups: z.array(teamGroupSchema),
    teams: z.array(teamSchema.extend({ contests: z.array(z.string()).describe('in which it takes part') })),
    persons: z.array(personSchema),
  })
  .meta({ id: 'People' });
export type People = z.infer<typeof peopleSchema>;

/** A file as it was chosen, in both directions: what an export answers is what an import takes. */
export const peopleFileSchema = z.strictObject({
  name: z.string().min(1).max(200),
  text: z.string().max(8 * 1024 * 1024, 'must have at most 8 Mi characters'),
});
export type PeopleFile = z.infer<typeof peopleFileSchema>;

/** What a column of a table may be; `ignore`: it is not read. */
export const tableColumns = [
  'id',
  'icpcId',
  'label',
  'name',
  'displayName',
  'organisationId',
  'affiliation',
  'country',
  'groupIds',
  'groups',
  'location',
  'hidden',
  'members',
  'coaches',
  'username',
  'password',
  'ignore',
] as const;
export const tableColumnSchema = z.enum(tableColumns);
export type TableColumn = z.infer<typeof tableColumnSchema>;
export const maxTableColumns = 100;

/** A file with what somebody says of it, where it is a table. */
export const importedFileSchema = peopleFileSchema.extend({
  columns: z
    .array(tableColumnSchema.nullable())
    .max(maxTableColumns)
    .optional()
    .describe('of a table: what each column is; null, or left out: as its title says'),
  head: z
    .boolean()
    .optional()
    .describe('of a table: whether its first line has the titles; left out: if it names “name” or “id”'),
});
export type ImportedFile = z.infer<typeof importedFileSchema>;

export const importPeopleRequestSchema = z.strictObject({
  files: z.array(importedFileSchema).min(1, 'at least one file is needed').max(20),
});
export type ImportPeopleRequest = z.input<typeof importPeopleRequestSchema>;
export const importPeopleQuerySchema = z.object({
  dryRun: z
    .enum(['true', 'false'])
    .default('false')
    .describe('true: shows what it would do, and does nothing'),
  contest: slugSchema.optional().describe('the teams of the files take part in it from then on'),
  mustChange: z
    .enum(['true', 'false'])
    .default('false')
    .describe('true: passwords of the files must be changed at the next login'),
  version: sha256Schema
    .optional()
    .describe('of the dry run’s answer: where the import would do anything else by now, it does nothing'),
});

/** Something of a file that is wrong, or that is left out. */
export const peopleFaultSchema = z.object({
  severity: z.enum(['error', 'warning']),
  file: z.string(),
  line: z.number().int().positive().nullable(),
  field: z.string().describe('as the file calls it; empty: the line, or the file, as a whole'),
  message: z.string(),
});
export type PeopleFault = z.infer<typeof peopleFaultSchema>;

export const peopleChangeSchema = z.object({
  kind: peopleKindSchema,
  id: z.string(),
  name: z.string(),
  created: z.boolean(),
  fields: z
    .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
    .describe('by name: before and now; of a password only that it is given'),
});
export type PeopleChange = z.infer<typeof peopleChangeSchema>;

/** The beginning of a table, and how its columns are read. */
export const tablePreviewSchema = z.object({
  file: z.string(),
  head: z.boolean(),
  columns: z.array(
    z.object({
      title: z.string().nullable().describe('null: the table has no titles'),
      column: tableColumnSchema.nullable().describe('null: nobody has said what it is, which is an error'),
    }),
  ),
  rows: z.array(z.array(z.string())).describe('the first ones, cut'),
});
export type TablePreview = z.infer<typeof tablePreviewSchema>;

const countsSchema = z.object({
  created: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
});
/** POST /api/people/import */
export const importPeopleAnswerSchema = z
  .object({
    imported: z.boolean().describe('false: a dry run, or there are errors; nothing is changed then'),
    counts: z.object({
      organisations: countsSchema,
      groups: countsSchema,
      teams: countsSchema,
      persons: countsSchema,
      accounts: countsSchema,
    }),
    joining: z.array(z.string()).describe('ids of teams that come into the contest'),
    changes: z.array(peopleChangeSchema),
    faults: z.array(peopleFaultSchema),
    tables: z.array(tablePreviewSchema).describe('of the files that are tables'),
    version: sha256Schema.describe('of all of this: an import that names it does this, or nothing'),
  })
  .meta({ id: 'ImportPeopleAnswer' });
export type ImportPeopleAnswer = z.infer<typeof importPeopleAnswerSchema>;

export const exportPeopleQuerySchema = z.object({
  format: z.enum(['clics', 'tsv']).default('clics'),
  contest: slugSchema.optional().describe('only the teams that take part in it, and theirs'),
});
export const exportPeopleAnswerSchema = z
  .object({ files: z.array(peopleFileSchema) })
  .meta({ id: 'ExportPeopleAnswer' });
export type ExportPeopleAnswer = z.infer<typeof exportPeopleAnswerSchema>;

/** PUT /api/people/…/:id: what is left out stays as it is; of a new one it is empty, not hidden, and ranked. */
export const changeOrganisationSchema = organisationSchema.omit({ id: true }).partial();
export const changeTeamGroupSchema = teamGroupSchema.omit({ id: true }).partial();
export const changeTeamSchema = teamSchema.omit({ id: true }).partial();
export const changePersonSchema = personSchema.omit({ id: true }).partial();
export const changedPeopleSchema = z
  .object({ changes: z.array(peopleChangeSchema) })
  .meta({ id: 'ChangedPeople' });
export type ChangedPeople = z.infer<typeof changedPeopleSchema>;
