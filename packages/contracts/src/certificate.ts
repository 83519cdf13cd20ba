/** Certificates of a contest: what is printed on them, and of whom. */
import { z } from 'zod';
import { awardIdSchema } from './award.ts';
import { lineSchema } from './people.ts';
import { slugSchema } from './primitives.ts';

/** In braces in the text of a certificate. */
export const certificatePlaceholders = [
  'team',
  'organisation',
  'members',
  'rank',
  'solved',
  'award',
  'contest',
  'date',
  'person',
] as const;
export type CertificatePlaceholder = (typeof certificatePlaceholders)[number];

export const certificateKinds = ['team', 'person', 'award'] as const;
export type CertificateKind = (typeof certificateKinds)[number];

/** Of one request. */
export const maxCertificates = 5000;

const textSchema = lineSchema(300).superRefine((text, context) => {
  for (const [hole, name = ''] of text.matchAll(/\{([^{}]*)\}/g))
    if (!(certificatePlaceholders as readonly string[]).includes(name))
      context.addIssue({
        code: 'custom',
        message: `has the unknown placeholder ${hole}; known are ${certificatePlaceholders.map((known) => `{${known}}`).join(' ')}`,
      });
});

/** PUT /api/contests/:contest/certificate-template, and what is stored. */
export const certificateTemplateRequestSchema = z
  .strictObject({
    paper: z.enum(['a4', 'letter']),
    orientation: z.enum(['portrait', 'landscape']),
    accent: z
      .string()
      .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #1f4e79')
      .describe('of frame and title'),
    title: textSchema,
    lines: z
      .array(textSchema)
      .min(1, 'at least one line is needed')
      .max(10)
      .describe('one with a placeholder that has no value for a certificate is left out of it'),
    date: lineSchema(100)
      .nullable()
      .describe('what {date} is; null: the day on which the contest starts, in UTC'),
    signatures: z
      .array(z.strictObject({ name: lineSchema(100), role: lineSchema(100).nullable() }))
      .max(3)
      .describe('below lines to sign on'),
  })
  .meta({ id: 'CertificateTemplate' });
export type CertificateTemplate = z.infer<typeof certificateTemplateRequestSchema>;

export const defaultCertificateTemplate: CertificateTemplate = {
  paper: 'a4',
  orientation: 'landscape',
  accent: '#1f4e79',
  title: 'Certificate',
  lines: [
    '{person}',
    '{team}',
    '{organisation}',
    '{members}',
    '{award}',
    'Rank {rank}, problems solved: {solved}',
    '{contest}, {date}',
  ],
  date: null,
  signatures: [],
};

/** GET /api/contests/:contest/certificate-template, and the answer of its change. */
export const certificateTemplateAnswerSchema = z
  .object({
    template: certificateTemplateRequestSchema,
    builtIn: z.boolean().describe('nobody has changed it'),
    final: z.boolean().describe('results are final: certificates are no drafts'),
  })
  .meta({ id: 'CertificateTemplateAnswer' });
export type CertificateTemplateAnswer = z.infer<typeof certificateTemplateAnswerSchema>;

/** GET /api/contests/:contest/certificates.pdf */
export const certificateQuerySchema = z.strictObject({
  per: z.enum(certificateKinds).default('team'),
  team: slugSchema.optional().describe('of this team alone'),
  award: awardIdSchema.optional().describe('of this award alone; with per=award'),
  draft: z
    .enum(['yes', 'no'])
    .default('no')
    .describe('yes: also before results are final, marked on each page'),
});
export type CertificateQuery = z.infer<typeof certificateQuerySchema>;
