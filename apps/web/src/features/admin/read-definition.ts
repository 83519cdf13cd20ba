/** What an administrator has typed, before it is sent. */
import { contestDefinitionSchema, plainError, type ReadContestDefinition } from '@sandglass/contracts';
import { z } from 'zod';
import { messageOf } from '../../api/api-error.ts';

export interface Wrong {
  path: string;
  message: string;
}

/** @returns the definition of a contest, or everything that is wrong with the text */
export function readDefinition(text: string): { definition: ReadContestDefinition } | { wrong: Wrong[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { wrong: [{ path: 'JSON', message: `cannot be read: ${messageOf(error)}` }] };
  }
  const parsed = contestDefinitionSchema.safeParse(value, { error: plainError });
  if (parsed.success) return { definition: parsed.data };
  return {
    wrong: parsed.error.issues.map(({ path, message }) => ({
      path: path.length === 0 ? 'The definition' : z.core.toDotPath(path),
      message,
    })),
  };
}
