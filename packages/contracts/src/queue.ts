import { z } from 'zod';
import { idSchema } from './primitives.ts';

/** The job on the `judge` queue: a name only. Everything else is fetched with the claim, so that Redis can be lost. */
export const judgeJobSchema = z.object({ taskId: idSchema });
export type JudgeJob = z.infer<typeof judgeJobSchema>;
