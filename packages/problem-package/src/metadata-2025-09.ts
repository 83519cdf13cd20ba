/** problem.yaml of the 2025-09 format: unknown keys and wrong types are errors. */
import { z } from 'zod';
import { inPresentWords } from './draft.ts';
import { makeIssue } from './issue.ts';
import { maximumTimeLimitS, timeLimitMs, type Metadata } from './metadata.ts';
import type { ProblemLimits, ProblemSource, ProblemType } from './model.ts';
import { checkYaml, withoutEmptyKeys, type YamlFile } from './yaml-file.ts';

export const languageCode = /^[a-z]{2,3}(?:-[A-Z]{2})?$/;

const text = z.string({ error: 'must be a string (put it in quotes)' });
const languageKey = z
  .string()
  .regex(languageCode, { error: 'must be a language code such as "en" or "pt-BR"' });

export const personSchema = z.union(
  [
    z.string(),
    z.strictObject({
      name: text,
      email: text.optional(),
      orcid: text.optional(),
      kattis: text.optional(),
    }),
  ],
  { error: 'must be a person: "Full Name <mail>" or a map with name, email, orcid, kattis' },
);
export const personsSchema = z.union([personSchema, z.array(personSchema).min(1)], {
  error: 'must be a person ("Full Name <mail>", or a map with name) or a non-empty list of persons',
});

const sourceSchema = z.union([z.string(), z.strictObject({ name: text, url: text.optional() })], {
  error: 'must be a name, or a map with name and url',
});

const whole = (unit: string, least = 1) =>
  z
    .number({ error: `must be a whole number of ${unit}` })
    .int({ error: `must be a whole number of ${unit}` })
    .min(least, { error: `must be at least ${least} ${unit}` })
    .max(1_000_000, { error: `must be at most 1000000 ${unit}` })
    .optional();
const factor = z
  .number({ error: 'must be a number of at least 1' })
  .min(1, { error: 'must be at least 1' })
  .optional();

const limitsSchema = z.strictObject(
  {
    time_multipliers: z
      .strictObject({ ac_to_time_limit: factor, time_limit_to_tle: factor }, { error: 'must be a map' })
      .optional(),
    // Looked at by hand: every way to get it wrong has the same remedy.
    time_limit: z.unknown().optional(),
    time_resolution: z
      .number({ error: 'must be a number of seconds' })
      .positive({ error: 'must be more than 0 seconds' })
      .optional(),
    memory: whole('MiB'),
    output: whole('MiB'),
    code: whole('KiB'),
    compilation_time: whole('seconds'),
    compilation_memory: whole('MiB'),
    validation_time: whole('seconds'),
    validation_memory: whole('MiB'),
    validation_output: whole('MiB'),
    validation_passes: whole('passes', 2),
  },
  { error: (complaint) => (complaint.code === 'invalid_type' ? 'must be a map of limits' : undefined) },
);

const typeNames = ['pass-fail', 'scoring', 'multi-pass', 'interactive', 'submit-answer'] as const;
type TypeName = (typeof typeNames)[number];
const typeName = z.enum(typeNames, { error: `must be one of ${typeNames.join(', ')}` });

const metadataSchema = z.strictObject(
  {
    problem_format_version: z.string(),
    type: z
      .union([typeName, z.array(typeName).min(1)], {
        error: `must be one of ${typeNames.join(', ')}, or a non-empty list of them`,
      })
      .optional(),
    name: z.union([z.string().min(1), z.record(languageKey, z.string().min(1))], {
      error: 'must be the name, or a map from language codes to names',
    }),
    uuid: z.guid({ error: 'must be a UUID such as 01890a5d-ac96-774b-bcce-b302099a8057' }).optional(),
    version: text.optional(),
    credits: z
      .union(
        [
          z.string(),
          z.strictObject({
            authors: personsSchema.optional(),
            contributors: personsSchema.optional(),
            testers: personsSchema.optional(),
            translators: z.record(z.string(), personsSchema).optional(),
            packagers: personsSchema.optional(),
            acknowledgements: personsSchema.optional(),
          }),
        ],
        {
          error:
            'must be a person or a map with authors, contributors, testers, translators, packagers, acknowledgements',
        },
      )
      .optional(),
    source: z
      .union([sourceSchema, z.array(sourceSchema)], {
        error: 'must be a name, a map with name and url, or a list of them',
      })
      .optional(),
    license: z
      .enum(['unknown', 'public domain', 'cc0', 'cc by', 'cc by-sa', 'educational', 'permission'], {
        error: 'must be one of unknown, public domain, cc0, cc by, cc by-sa, educational, permission',
      })
      .optional(),
    rights_owner: text.optional(),
    embargo_until: z
      .string({ error: 'must be a date (YYYY-MM-DD) or an instant (YYYY-MM-DDThh:mm:ssZ)' })
      .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}Z)?$/, {
        error: 'must be a date (YYYY-MM-DD) or an instant (YYYY-MM-DDThh:mm:ssZ)',
      })
      .optional(),
    limits: limitsSchema.nullish(),
    keywords: z.array(text, { error: 'must be a list of strings' }).optional(),
    languages: z
      .union([z.string(), z.array(z.string()).min(1)], {
        error: 'must be "all" or a non-empty list of language ids',
      })
      .optional(),
    allow_file_writing: z.boolean({ error: 'must be true or false' }).optional(),
    constants: z
      .record(
        z
          .string()
          .regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/, { error: 'names of constants are letters, digits and "_"' }),
        z.union([z.string(), z.number()], { error: 'must be a number or a string' }),
      )
      .optional(),
  },
  {
    error: (complaint) =>
      complaint.code === 'invalid_type' ? 'must be a map with the keys of the format' : undefined,
  },
);

type Raw = z.infer<typeof metadataSchema>;
type RawLimits = z.infer<typeof limitsSchema>;

/** "Full Name <mail>" → "Full Name". */
export function personNames(persons: z.infer<typeof personsSchema> | undefined): string[] {
  if (persons === undefined) return [];
  const list = Array.isArray(persons) ? persons : [persons];
  return list.map((person) => (typeof person === 'string' ? withoutMail(person) : person.name));
}

function withoutMail(person: string): string {
  const trimmed = person.trimEnd();
  if (!trimmed.endsWith('>')) return person;
  const open = trimmed.indexOf('<', trimmed.lastIndexOf('>', trimmed.length - 2) + 1);
  return open === -1 ? person : trimmed.slice(0, open).trimEnd();
}

const exclusions: readonly (readonly [TypeName, TypeName])[] = [
  ['pass-fail', 'scoring'],
  ['multi-pass', 'submit-answer'],
  ['interactive', 'submit-answer'],
];

function readType(raw: Raw['type'], yaml: YamlFile, issues: Metadata['issues']): ProblemType {
  const names: readonly TypeName[] = raw === undefined ? ['pass-fail'] : Array.isArray(raw) ? raw : [raw];
  for (const [first, second] of exclusions) {
    if (names.includes(first) && names.includes(second)) {
      issues.push(makeIssue('type-conflict', yaml.file, { first, second }, yaml.position(['type'])));
    }
  }
  const scoring = names.includes('scoring');
  return {
    passFail: !scoring,
    scoring,
    interactive: names.includes('interactive'),
    multiPass: names.includes('multi-pass'),
    submitAnswer: names.includes('submit-answer'),
  };
}

function readLimits(raw: RawLimits, yaml: YamlFile, issues: Metadata['issues']): Partial<ProblemLimits> {
  let time: Pick<ProblemLimits, 'timeLimitMs' | 'timeLimitSource'> | undefined;
  if (raw.time_limit !== undefined) {
    const ms = timeLimitMs(raw.time_limit);
    if (ms === null) {
      const value =
        typeof raw.time_limit === 'string' ? raw.time_limit : (JSON.stringify(raw.time_limit) ?? 'nothing');
      const shown = typeof raw.time_limit === 'number' ? String(raw.time_limit) : value;
      const position = yaml.position(['limits', 'time_limit']);
      issues.push(
        makeIssue('time-limit-invalid', yaml.file, { value: shown, limit: maximumTimeLimitS }, position),
      );
    } else {
      time = { timeLimitMs: ms, timeLimitSource: 'problem.yaml' };
    }
  }
  const multipliers = raw.time_multipliers;
  const stated = {
    acToTimeLimit: multipliers?.ac_to_time_limit,
    timeLimitToTle: multipliers?.time_limit_to_tle,
    memoryMiB: raw.memory,
    outputMiB: raw.output,
    codeKiB: raw.code,
    compilationTimeS: raw.compilation_time,
    compilationMemoryMiB: raw.compilation_memory,
    validationTimeS: raw.validation_time,
    validationMemoryMiB: raw.validation_memory,
    validationOutputMiB: raw.validation_output,
    validationPasses: raw.validation_passes,
  };
  return {
    ...time,
    ...Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined)),
  };
}

function readSources(raw: Raw['source']): ProblemSource[] {
  if (raw === undefined) return [];
  return (Array.isArray(raw) ? raw : [raw]).map((source) =>
    typeof source === 'string' ? { name: source, url: null } : { name: source.name, url: source.url ?? null },
  );
}

/** Licence and rights owner contradict each other, or one is missing. */
function rightsReason(
  raw: Raw,
  authors: readonly string[],
  sources: readonly ProblemSource[],
): string | null {
  const license = raw.license ?? 'unknown';
  if (license === 'public domain') {
    return raw.rights_owner === undefined ? null : 'rights_owner must not be set for the public domain';
  }
  if (license === 'unknown' || raw.rights_owner !== undefined || authors.length > 0 || sources.length > 0)
    return null;
  return `license "${license}" needs a rights_owner, credits or a source`;
}

/** @throws PackageError with every wrong type and unknown key. */
export function readMetadata2025(yaml: YamlFile): Metadata {
  const issues: Metadata['issues'] = [];
  const raw = checkYaml(yaml, metadataSchema, inPresentWords(withoutEmptyKeys(yaml), yaml, issues));
  const authors =
    typeof raw.credits === 'string' ? personNames(raw.credits) : personNames(raw.credits?.authors);
  const sources = readSources(raw.source);
  if (raw.uuid === undefined) issues.push(makeIssue('uuid-missing', yaml.file));
  const reason = rightsReason(raw, authors, sources);
  if (reason !== null)
    issues.push(makeIssue('rights-owner', yaml.file, { reason }, yaml.position(['license'])));
  const languages = typeof raw.languages === 'string' ? [raw.languages] : raw.languages;
  return {
    uuid: raw.uuid ?? null,
    version: raw.version ?? null,
    names: typeof raw.name === 'string' ? { en: raw.name } : { ...raw.name },
    type: readType(raw.type, yaml, issues),
    limits: readLimits(raw.limits ?? {}, yaml, issues),
    validation: 'by-folder',
    validatorFlags: [],
    constants: Object.fromEntries(
      Object.entries(raw.constants ?? {}).map(([key, value]) => [key, String(value)]),
    ),
    allowedLanguages: languages === undefined || languages.includes('all') ? null : languages,
    allowFileWriting: raw.allow_file_writing ?? false,
    keywords: raw.keywords ?? [],
    authors,
    sources,
    license: raw.license ?? 'unknown',
    rightsOwner: raw.rights_owner ?? null,
    color: null,
    issues,
  };
}
