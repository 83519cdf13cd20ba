import { z } from 'zod';

/** What kind of problem it is. An ordinary one is neither of these and takes one pass. */
export const problemKindSchema = z.object({
  /** The output validator talks with the program while it runs. */
  interactive: z.boolean(),
  /** What is handed in are the answers themselves: nothing is compiled or run. */
  submitAnswer: z.boolean(),
  /** How often the program is run on one test at most; more than 1: a multi-pass problem. */
  passes: z.number().int().positive(),
  fileWriting: z
    .boolean()
    .optional()
    .describe('the program may write files in its working directory; absent: it may only read there'),
});
export type ProblemKind = z.infer<typeof problemKindSchema>;

export const ordinaryKind: Readonly<ProblemKind> = { interactive: false, submitAnswer: false, passes: 1 };

/** In place of a language id for a submission of answers, which has no program. */
export const answersLanguage = 'answers';
