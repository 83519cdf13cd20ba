/**
 * What a person reads about a value that a schema refuses: half a sentence that follows the name of the field. A schema's own
 * message comes first; this replaces zod's messages, which are for programmers. It is for `z.config` or for a single `safeParse`.
 */
import type { z } from 'zod';

type Issue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0];

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/** @returns undefined: zod's own words are as good */
export function plainError(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${kinds[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}`;
    case 'invalid_format':
      if (issue.format === 'datetime')
        return 'must be a date and a time with its zone, such as 2026-11-28T09:00:00Z';
      return issue.format === 'uuid' ? 'must be an id (UUID)' : undefined;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return boundText(issue.origin, 'at least', Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return boundText(issue.origin, 'at most', Number(issue.maximum), issue.inclusive !== false);
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return 'has none of the forms that are allowed';
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
      return undefined;
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return kinds[typeof value] ?? typeof value;
}

const counted: Readonly<Record<string, [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  record: ['entry', 'entries'],
  file: ['byte', 'bytes'],
};

function boundText(
  origin: string,
  word: 'at least' | 'at most',
  bound: number,
  inclusive: boolean,
): string | undefined {
  const unit = counted[origin];
  if (unit !== undefined) return `must have ${word} ${bound} ${unit[bound === 1 ? 0 : 1]}`;
  if (origin !== 'number' && origin !== 'int' && origin !== 'bigint') return undefined;
  if (inclusive) return `must be ${word} ${bound}`;
  return `must be ${word === 'at least' ? 'more' : 'less'} than ${bound}`;
}
