import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contestDefinitionSchema, plainError } from './index.ts';

const errorsOf = (schema: z.ZodType, value: unknown): string[] =>
  schema
    .safeParse(value, { error: plainError })
    .error?.issues.map(({ path, message }) => `${z.core.toDotPath(path)} ${message}`) ?? [];

describe('what a person reads about a refused value', () => {
  it('is half a sentence behind the name of the field', () => {
    const wrong = {
      id: 'a b',
      startsAt: 'tomorrow',
      endsAt: 3,
      penaltyMinutes: -1,
      problems: [{ label: 'A', problem: 'sum', colour: 'red' }],
      teams: 'all',
    };
    expect(errorsOf(contestDefinitionSchema, wrong)).toEqual([
      'id must be 1–64 letters, digits, ".", "_" or "-", beginning with a letter or digit',
      'name is missing',
      'startsAt must be a date and a time with its zone, such as 2026-11-28T09:00:00Z',
      'endsAt must be a text, not a number',
      'penaltyMinutes must be at least 0',
      'problems[0].colour must be "#" and six hexadecimal digits, such as "#d1495b"',
      'teams must be a list, not a text',
    ]);
  });

  it('counts characters and entries, and names the values that are allowed', () => {
    const schema = z.object({
      name: z.string().min(1),
      list: z.array(z.string()).max(2),
      size: z.number().positive(),
      mode: z.enum(['on', 'off']),
    });
    expect(errorsOf(schema, { name: '', list: ['a', 'b', 'c'], size: 0, mode: 'maybe' })).toEqual([
      'name must have at least 1 character',
      'list must have at most 2 entries',
      'size must be more than 0',
      'mode must be one of "on", "off"',
    ]);
    expect(errorsOf(z.strictObject({}), { more: 1 })).toEqual([' has unknown fields: more']);
  });

  it('leaves a schema its own words', () => {
    expect(errorsOf(z.object({ a: z.string({ error: 'is wanted' }) }), {})).toEqual(['a is wanted']);
  });
});

describe('a colour', () => {
  it('may be written in capitals, and is kept in small letters', () => {
    const problems = [{ label: 'A', problem: 'sum', colour: '#FF00Aa' }];
    const times = { startsAt: '2026-01-01T10:00:00Z', endsAt: '2026-01-01T15:00:00+01:00' };
    const parsed = contestDefinitionSchema.parse({ id: 'x', name: 'X', ...times, problems });
    expect(parsed.problems?.[0]?.colour).toBe('#ff00aa');
    expect(parsed.teams).toBeUndefined();
  });
});
