import { z } from 'zod';

/** One field that was wrong, and what would be right. `path` is a JSON path such as `files[0].name`. */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** RFC 9457 problem details: the body of every error answer (`application/problem+json`). */
export const problemDetailsSchema = z
  .object({
    type: z.string().describe('A URI that names the kind of error: the docs anchor of its code'),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string().describe('The constant code of the error catalogue'),
    instance: z.string().optional().describe('The request id, as in the logs'),
    errors: z.array(fieldErrorSchema).optional(),
    confirm: z
      .string()
      .optional()
      .describe('Where a request may be confirmed: what `?confirm=` takes to have it done nevertheless'),
  })
  .meta({ id: 'ProblemDetails' });
export type ProblemDetails = z.infer<typeof problemDetailsSchema>;
