/**
 * Settings of test cases and groups: NAME.yaml and test_group.yaml (2025-09), testdata.yaml (legacy).
 *
 * Every scalar is read as text: `[float_tolerance, 1e-6]` without quotes is what people write,
 * and the validator is to get the very characters.
 */
import { z } from 'zod';
import { substituteConstants } from './constants.ts';
import { makeIssue } from './issue.ts';
import type { Issue } from './model.ts';
import { readText } from './text.ts';
import type { PackageTree } from './tree.ts';
import { splitFlags } from './validator-flags.ts';
import { checkYaml, parseYaml, unknownKeyWarnings, type YamlFile } from './yaml-file.ts';

export interface TestSettings {
  args: string[];
  inputValidatorFlags: string[] | Record<string, string[]>;
  outputValidatorFlags: string[];
  fullFeedback: boolean | null;
  hint: string | null;
  description: string | null;
}

export type SettingsLookup = (directory: string) => Promise<Partial<TestSettings>>;

const list = z.array(z.string({ error: 'must be a string' }), {
  error: 'must be a list of strings',
});
const shared = {
  args: list.optional(),
  input_validator_args: z
    .union([list, z.record(z.string(), list)], {
      error: 'must be a list of strings, or a map from input validators to lists of strings',
    })
    .optional(),
  output_validator_args: list.optional(),
  input_visualizer_args: list.optional(),
  output_visualizer_args: list.optional(),
  full_feedback: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform((word) => word === 'true')
    .optional(),
};
const caseSchema = z.strictObject({
  ...shared,
  hint: z.string().optional(),
  description: z.string().optional(),
});
const groupSchema = z.strictObject({
  ...shared,
  max_score: z
    .string()
    .regex(/^(\d+|unbounded)$/, { error: 'must be a whole number or unbounded' })
    .optional(),
  score_aggregation: z.enum(['pass-fail', 'sum', 'min']).optional(),
  static_validation_score: z
    .string()
    .regex(/^(\d+|pass-fail)$/, { error: 'must be a whole number or pass-fail' })
    .optional(),
  static_validator_args: list.optional(),
  require_pass: z.union([z.string(), z.array(z.string())]).optional(),
  // Not in the format's group settings, but invalid_input and its kin allow it.
  description: z.string().optional(),
});

const flags = z
  .union([z.string(), z.record(z.string(), z.string())], {
    error: 'must be a string, or a map with name and flags',
  })
  .optional();
const legacySchema = z.looseObject({
  on_reject: z.string().optional(),
  grading: z.unknown().optional(),
  grader_flags: z.string().optional(),
  input_validator_flags: flags,
  output_validator_flags: flags,
  accept_score: z.string().optional(),
  reject_score: z.string().optional(),
  range: z.string().optional(),
});

/** Of a draft: groups may have a hint, which their test cases inherit. */
const draftSchema = z.looseObject({ ...groupSchema.shape, hint: z.string().optional() });
/** Of a draft's `testdata.yaml`: the names changed before the file's did. */
const mixedSchema = z.looseObject({ ...draftSchema.shape, ...legacySchema.shape });

type Shared = z.infer<typeof caseSchema>;

function toSettings(raw: Shared): Partial<TestSettings> {
  return {
    ...(raw.args && { args: raw.args }),
    ...(raw.input_validator_args && { inputValidatorFlags: raw.input_validator_args }),
    ...(raw.output_validator_args && { outputValidatorFlags: raw.output_validator_args }),
    ...(raw.full_feedback !== undefined && { fullFeedback: raw.full_feedback }),
    ...(raw.hint !== undefined && { hint: raw.hint }),
    ...(raw.description !== undefined && { description: raw.description }),
  };
}

/** Settings of one test case of the 2025-09 format. */
export async function readCaseSettings(
  tree: PackageTree,
  path: string,
  limitBytes: number,
  issues: Issue[],
): Promise<Partial<TestSettings>> {
  const { text, issues: found } = await readText(tree, path, limitBytes);
  issues.push(...found);
  return toSettings(checkYaml(parseYaml(text, path, 'text'), caseSchema));
}

/** Remembers settings per directory; a directory inherits what it does not set from those above it. */
function inherited(read: (directory: string) => Promise<Partial<TestSettings> | null>): SettingsLookup {
  const known = new Map<string, Promise<Partial<TestSettings>>>();
  const lookup: SettingsLookup = (directory) => {
    const before = known.get(directory);
    if (before !== undefined) return before;
    const found = (async () => {
      const own = (await read(directory)) ?? {};
      const slash = directory.lastIndexOf('/');
      return slash === -1 ? own : { ...(await lookup(directory.slice(0, slash))), ...own };
    })();
    known.set(directory, found);
    return found;
  };
  return lookup;
}

/** What `groupSettings` has to know of the package. */
export interface GroupContext {
  readonly draft: boolean;
  readonly constants: Readonly<Record<string, string>>;
  readonly limitBytes: number;
}

/**
 * `test_group.yaml` of the directories below `data/`; `testdata.yaml`, as legacy and the first drafts call it, where a
 * directory has that alone: passed over, the validator would be called without its arguments.
 */
export function groupSettings(
  tree: PackageTree,
  { draft, constants, limitBytes }: GroupContext,
  issues: Issue[],
): SettingsLookup {
  const parse = async (path: string): Promise<YamlFile> => {
    const { text, issues: found } = await readText(tree, path, limitBytes);
    issues.push(...found);
    return parseYaml(substituteConstants(text, constants, path, limitBytes), path, 'text');
  };
  return inherited(async (directory) => {
    const path = `${directory}/test_group.yaml`;
    if (tree.has(path)) {
      if (!draft) return toSettings(checkYaml(await parse(path), groupSchema));
      return toSettings(tolerated(await parse(path), draftSchema, issues));
    }
    const other = `${directory}/testdata.yaml`;
    if (!tree.has(other)) return null;
    issues.push(makeIssue('file-other-format', other, { format: '2025-09', right: 'test_group.yaml' }));
    const raw = tolerated(await parse(other), mixedSchema, issues);
    const { input_validator_flags: input, output_validator_flags: output } = raw;
    return {
      ...(input !== undefined && { inputValidatorFlags: legacyFlags(input) }),
      ...(output !== undefined && { outputValidatorFlags: legacyFlags(output) }),
      ...toSettings(raw),
    };
  });
}

/** Unknown keys are warned of: those of a draft concern scores, hints and static validators. */
function tolerated<Shape extends z.ZodRawShape>(
  yaml: YamlFile,
  schema: z.ZodObject<Shape>,
  issues: Issue[],
): z.infer<typeof schema> {
  const raw = checkYaml(yaml, schema);
  issues.push(...unknownKeyWarnings(yaml, [], raw, Object.keys(schema.shape)));
  return raw;
}

type LegacyFlags = z.infer<typeof legacySchema>['output_validator_flags'];

/** A string of flags; or a map with `name` and `flags` of which only the flags matter to a single validator. */
function legacyFlags(value: LegacyFlags): string[] {
  if (value === undefined) return [];
  return splitFlags(typeof value === 'object' ? (value.flags ?? '') : value);
}

/** `testdata.yaml`: the nearest one above a test case counts as a whole. */
export function legacyGroupSettings(tree: PackageTree, limitBytes: number, issues: Issue[]): SettingsLookup {
  return inherited(async (directory) => {
    const path = `${directory}/testdata.yaml`;
    if (!tree.has(path)) return null;
    const { text, issues: found } = await readText(tree, path, limitBytes);
    issues.push(...found);
    const yaml = parseYaml(text, path, 'text');
    const raw = checkYaml(yaml, legacySchema);
    issues.push(...unknownKeyWarnings(yaml, [], raw, Object.keys(legacySchema.shape)));
    return {
      inputValidatorFlags: legacyFlags(raw.input_validator_flags),
      outputValidatorFlags: legacyFlags(raw.output_validator_flags),
    };
  });
}
