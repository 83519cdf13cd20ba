/** Sheets with passwords, as a PDF. The passwords come with the request and are kept nowhere. */
import { z } from 'zod';
import { lineSchema, passwordSchema } from './people.ts';

export const maxPasswordSheets = 5000;

const passwordSheetSchema = z.strictObject({
  name: lineSchema(200).describe('of the team, else of the account'),
  affiliation: lineSchema(200).nullable().default(null),
  label: lineSchema(64).nullable().default(null).describe('what a sign at the desk shows'),
  location: lineSchema(200).nullable().default(null).describe('room and seat'),
  username: lineSchema(64),
  password: passwordSchema,
});
export type PasswordSheet = z.output<typeof passwordSheetSchema>;

/** POST /api/people/password-sheets */
export const passwordSheetsRequestSchema = z.strictObject({
  title: lineSchema(200).nullable().default(null).describe('above each: the contest'),
  url: lineSchema(300).describe('where to log in'),
  paper: z.enum(['a4', 'letter']).default('a4'),
  perPage: z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(8)]).default(1),
  sheets: z.array(passwordSheetSchema).min(1, 'at least one sheet is needed').max(maxPasswordSheets),
});
export type PasswordSheetsRequest = z.input<typeof passwordSheetsRequestSchema>;
export type PasswordSheets = z.output<typeof passwordSheetsRequestSchema>;
