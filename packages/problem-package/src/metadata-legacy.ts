/**
 * problem.yaml of the legacy formats with DOMjudge's side files. Real packages stretch the
 * format a lot, so scalars are taken as text, lists where strings are due, and unknown keys
 * are only warned of.
 */
import { z } from 'zod';
import { makeIssue } from './issue.ts';
import type { IniFile } from './ini-file.ts';
import {
  maximumTimeLimitS,
  parseSeconds,
  timeLimitMs,
  type Metadata,
  type StatedTimeLimit,
} from './metadata.ts';
import type { Issue, ProblemLimits } from './model.ts';
import { splitFlags } from './validator-flags.ts';
import { checkYaml, unknownKeyWarnings, type YamlFile } from './yaml-file.ts';

const scalar = z
  .union([z.string(), z.number(), z.boolean()], { error: 'must be a string' })
  .transform(String)
  .nullish();
const textOrList = z
  .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))], {
    error: 'must be a string or a list of strings',
  })
  .nullish();
const amount = z
  .number({ error: 'must be a number' })
  .positive({ error: 'must be more than 0' })
  .max(1_000_000, { error: 'must be at most 1000000' })
  .nullish();

const limitsSchema = z.looseObject(
  {
    time_limit: z.unknown().optional(),
    time_multiplier: amount,
    time_safety_margin: amount,
    memory: amount,
    output: amount,
    code: amount,
    compilation_time: amount,
    compilation_memory: amount,
    validation_time: amount,
    validation_memory: amount,
    validation_output: amount,
    validation_passes: z
      .number({ error: 'must be a whole number of passes' })
      .int({ error: 'must be a whole number of passes' })
      .min(2, { error: 'must be at least 2 passes' })
      .max(1_000_000, { error: 'must be at most 1000000 passes' })
      .nullish(),
  },
  { error: 'must be a map of limits' },
);

const validations = [
  'default',
  'custom',
  'custom interactive',
  'custom score',
  'custom interactive score',
  'custom multi-pass',
];

const metadataSchema = z.looseObject(
  {
    problem_format_version: scalar,
    type: z.enum(['pass-fail', 'scoring'], { error: 'must be pass-fail or scoring' }).nullish(),
    name: z
      .union([z.string(), z.number(), z.record(z.string(), z.union([z.string(), z.number()]))], {
        error: 'must be the name, or a map from language codes to names',
      })
      .nullish(),
    uuid: scalar,
    version: scalar,
    author: textOrList,
    source: scalar,
    source_url: scalar,
    license: scalar,
    rights_owner: scalar,
    limits: limitsSchema.nullish(),
    validation: z.string({ error: `must be one of ${validations.join(', ')}` }).nullish(),
    validator_flags: textOrList,
    keywords: textOrList,
    grading: z.unknown().optional(),
    languages: textOrList,
    allow_file_writing: z.boolean({ error: 'must be true or false' }).nullish(),
  },
  { error: 'must be a map with the keys of the format' },
);

const knownKeys = Object.keys(metadataSchema.shape);
const knownLimits = Object.keys(limitsSchema.shape);

type Raw = z.infer<typeof metadataSchema>;

function words(value: string | number | (string | number)[] | null | undefined, separator: RegExp): string[] {
  if (value === null || value === undefined) return [];
  const parts = Array.isArray(value) ? value.map(String) : String(value).split(separator);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

interface Validation {
  custom: boolean;
  interactive: boolean;
  score: boolean;
  multiPass: boolean;
}

function readValidation(raw: Raw, yaml: YamlFile, issues: Issue[]): Validation {
  const [kind, ...options] = words(raw.validation ?? 'default', /\s+/);
  const right =
    (kind === 'default' && options.length === 0) ||
    (kind === 'custom' && options.every((option) => ['interactive', 'score', 'multi-pass'].includes(option)));
  if (!right) {
    const reason = `"${raw.validation ?? ''}" is not known; it is one of ${validations.join(', ')}`;
    issues.push({
      ...makeIssue('yaml-value', yaml.file, { key: 'validation', reason }, yaml.position(['validation'])),
    });
  }
  return {
    custom: kind === 'custom',
    interactive: options.includes('interactive'),
    score: options.includes('score'),
    multiPass: options.includes('multi-pass'),
  };
}

/** Time limits in the order of their weight: problem.yaml, domjudge-problem.ini, .timelimit. */
function readTimeLimit(
  raw: Raw,
  yaml: YamlFile | null,
  ini: IniFile | null,
  timeLimitFile: string | null,
  issues: Issue[],
): StatedTimeLimit | null {
  const stated: StatedTimeLimit[] = [];
  const consider = (source: StatedTimeLimit['source'], seconds: unknown, text: string): void => {
    const ms = timeLimitMs(seconds);
    if (ms !== null) {
      stated.push({ source, ms });
      return;
    }
    const position = source === 'problem.yaml' ? yaml?.position(['limits', 'time_limit']) : undefined;
    issues.push(makeIssue('time-limit-invalid', source, { value: text, limit: maximumTimeLimitS }, position));
  };
  const inYaml = raw.limits?.time_limit;
  if (inYaml !== undefined && inYaml !== null) {
    consider('problem.yaml', inYaml, JSON.stringify(inYaml));
  }
  const inIni = ini?.values.get('timelimit');
  if (inIni !== undefined) consider('domjudge-problem.ini', parseSeconds(inIni), inIni);
  if (timeLimitFile !== null) consider('.timelimit', parseSeconds(timeLimitFile), timeLimitFile.trim());

  const [winner, ...others] = stated;
  if (winner === undefined) return null;
  for (const other of others) {
    if (other.ms === winner.ms) continue;
    issues.push(
      makeIssue('time-limit-conflict', other.source, {
        file: other.source,
        value: other.ms / 1000,
        winner: winner.source,
        winning: winner.ms / 1000,
      }),
    );
  }
  return winner;
}

function readLimits(raw: Raw): Partial<ProblemLimits> {
  const given = raw.limits ?? {};
  const up = (value: unknown): number | undefined =>
    typeof value === 'number' ? Math.ceil(value) : undefined;
  const stated = {
    acToTimeLimit: typeof given.time_multiplier === 'number' ? Math.max(1, given.time_multiplier) : undefined,
    timeLimitToTle:
      typeof given.time_safety_margin === 'number' ? Math.max(1, given.time_safety_margin) : undefined,
    memoryMiB: up(given.memory),
    outputMiB: up(given.output),
    codeKiB: up(given.code),
    compilationTimeS: up(given.compilation_time),
    compilationMemoryMiB: up(given.compilation_memory),
    validationTimeS: up(given.validation_time),
    validationMemoryMiB: up(given.validation_memory),
    validationOutputMiB: up(given.validation_output),
    // Not of the legacy text: multi-pass packages of other systems have it, and without it theirs end too soon.
    validationPasses: given.validation_passes ?? undefined,
  };
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined));
}

function readName(raw: Raw, ini: IniFile | null): Metadata['names'] {
  if (raw.name !== null && raw.name !== undefined) {
    if (typeof raw.name !== 'object') return String(raw.name);
    return Object.fromEntries(Object.entries(raw.name).map(([language, name]) => [language, String(name)]));
  }
  return ini?.values.get('name') ?? null;
}

/**
 * @param yaml problem.yaml; null where only domjudge-problem.ini exists.
 * @param timeLimitFile content of `.timelimit`.
 * @throws PackageError with every wrong type.
 */
export function readMetadataLegacy(
  yaml: YamlFile | null,
  ini: IniFile | null,
  timeLimitFile: string | null,
): Metadata {
  const issues: Issue[] = [...(ini?.issues ?? [])];
  const raw: Raw = yaml === null ? {} : checkYaml(yaml, metadataSchema);
  if (yaml !== null) {
    issues.push(...unknownKeyWarnings(yaml, [], raw, knownKeys));
    if (raw.limits) issues.push(...unknownKeyWarnings(yaml, ['limits'], raw.limits, knownLimits));
  }
  const validation: Validation =
    yaml === null
      ? { custom: false, interactive: false, score: false, multiPass: false }
      : readValidation(raw, yaml, issues);
  const timeLimit = readTimeLimit(raw, yaml, ini, timeLimitFile, issues);
  const scoring = raw.type === 'scoring' || validation.score;
  const languages = words(raw.languages, /\s+/);
  return {
    uuid: raw.uuid ?? null,
    version: raw.version ?? null,
    names: readName(raw, ini),
    type: {
      passFail: !scoring,
      scoring,
      interactive: validation.interactive,
      multiPass: validation.multiPass,
      submitAnswer: false,
    },
    limits: {
      ...readLimits(raw),
      ...(timeLimit === null ? {} : { timeLimitMs: timeLimit.ms, timeLimitSource: timeLimit.source }),
    },
    validation: validation.custom ? 'custom' : 'default',
    validatorFlags: Array.isArray(raw.validator_flags)
      ? raw.validator_flags.map(String)
      : splitFlags(String(raw.validator_flags ?? '')),
    constants: {},
    allowedLanguages: languages.length === 0 || languages.includes('all') ? null : languages,
    // 2025-09's key, taken here too: nothing else could say that a program may write.
    allowFileWriting: raw.allow_file_writing ?? false,
    keywords: words(raw.keywords, /\s+/),
    authors: words(raw.author, /,|\band\b/),
    sources: raw.source ? [{ name: raw.source, url: raw.source_url ?? null }] : [],
    license: raw.license ?? 'unknown',
    rightsOwner: raw.rights_owner ?? null,
    color: ini?.values.get('color') ?? null,
    issues,
  };
}
