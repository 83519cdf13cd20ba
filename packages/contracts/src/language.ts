import { z } from 'zod';
import { slugSchema } from './primitives.ts';

export const languageSchema = z
  .object({
    id: slugSchema,
    name: z.string(),
    /** Without the dot, most usual first. */
    extensions: z.array(z.string()),
    /** What a contestant must name besides the files: a main class, a main file, or nothing. */
    entryPoint: z.enum(['none', 'main-class', 'main-file']),
    /** CodeMirror mode of the editor. */
    editorMode: z.string(),
    /** Compiler or interpreter versions as the connected judgehosts report them; empty when no host has it. */
    versions: z.array(z.string()),
    /** The commands, shown to contestants so that they can compile as the judge does. */
    compileCommand: z.string().nullable(),
    runCommand: z.string(),
  })
  .meta({ id: 'Language' });
export type Language = z.infer<typeof languageSchema>;
