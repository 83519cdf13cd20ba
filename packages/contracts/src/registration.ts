/** Teams that register themselves for a group, and those who decide about them. */
import { z } from 'zod';
import { lineSchema, organisationSchema, passwordSchema } from './people.ts';
import { idSchema, instantSchema, slugSchema } from './primitives.ts';

/** Of the secret that a registrant gets: sent back to see the state. */
export const registrationTicketHeader = 'x-registration-ticket';
export const registrationTicketSchema = z.string().regex(/^[A-Za-z0-9_-]{32}$/, 'must be 32 characters');

export const registrationStates = ['pending', 'approved', 'rejected'] as const;
export const registrationStateSchema = z.enum(registrationStates);
export type RegistrationState = z.infer<typeof registrationStateSchema>;

export const maxRegisteredMembers = 10;

const fields = {
  group: slugSchema,
  team: lineSchema(80),
  organisationId: slugSchema.nullable().describe('one that is there; null: see `organisation`'),
  organisation: lineSchema(120).nullable().describe('a new one, by its name; null: none'),
  country: lineSchema(64).nullable().describe('of a new organisation: ISO 3166-1 alpha-3, such as "NOR"'),
  members: z.array(lineSchema(100)).min(1, 'at least one member is needed').max(maxRegisteredMembers),
  email: z.email('must be an e-mail address').max(200).nullable(),
} as const;

/** POST /api/registrations: by anybody, while the group takes registrations. */
export const registerTeamRequestSchema = z.strictObject({
  ...fields,
  organisationId: fields.organisationId.default(null),
  organisation: fields.organisation.default(null),
  country: fields.country.default(null),
  email: fields.email.default(null),
  password: passwordSchema,
});
export type RegisterTeamRequest = z.input<typeof registerTeamRequestSchema>;

/** GET /api/registration: what one may register for. */
export const registrationOfferSchema = z
  .object({
    groups: z.array(z.object({ id: slugSchema, name: z.string() })),
    organisations: z.array(organisationSchema.pick({ id: true, name: true, country: true })),
  })
  .meta({ id: 'RegistrationOffer' });
export type RegistrationOffer = z.infer<typeof registrationOfferSchema>;

/** GET /api/registrations/own: as the registrant sees it. */
export const ownRegistrationSchema = z
  .object({
    state: registrationStateSchema,
    team: z.string(),
    groupName: z.string(),
    organisation: z.string().nullable(),
    members: z.array(z.string()),
    username: z.string().describe('to log in with, once it is approved'),
    createdAt: instantSchema,
    decidedAt: instantSchema.nullable(),
    reason: z.string().nullable().describe('of a rejection'),
  })
  .meta({ id: 'OwnRegistration' });
export type OwnRegistration = z.infer<typeof ownRegistrationSchema>;

export const registeredAnswerSchema = z.object({
  ticket: registrationTicketSchema.describe('shown once; the registration is seen with it'),
  registration: ownRegistrationSchema,
});
export type RegisteredAnswer = z.infer<typeof registeredAnswerSchema>;

/** As the administrator sees it. */
export const registrationSchema = z
  .object({
    id: idSchema,
    state: registrationStateSchema,
    group: slugSchema,
    groupName: z.string(),
    team: z.string(),
    organisationId: slugSchema.nullable(),
    organisation: z.string().nullable().describe('its name'),
    country: z.string().nullable(),
    members: z.array(z.string()),
    email: z.string().nullable(),
    username: z.string(),
    address: z.string().describe('where it came from'),
    createdAt: instantSchema,
    decidedAt: instantSchema.nullable(),
    decidedBy: z.string().nullable(),
    reason: z.string().nullable(),
    teamId: slugSchema.nullable().describe('of an approved one'),
  })
  .meta({ id: 'Registration' });
export type Registration = z.infer<typeof registrationSchema>;

/** GET /api/admin/registrations: those that wait are the oldest first, others the latest. */
export const registrationsQuerySchema = z.object({
  state: registrationStateSchema.default('pending'),
  group: slugSchema.optional(),
  limit: z.coerce.number().int().min(0).max(1000).default(500),
});
export const registrationsAnswerSchema = z
  .object({
    counts: z.object({ pending: z.number().int(), approved: z.number().int(), rejected: z.number().int() }),
    registrations: z.array(registrationSchema),
  })
  .meta({ id: 'Registrations' });
export type RegistrationsAnswer = z.infer<typeof registrationsAnswerSchema>;

/** PATCH /api/admin/registrations/:id: what is left out stays as it is. */
export const changeRegistrationRequestSchema = z
  .strictObject({
    ...fields,
    username: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/, 'must be 1–64 letters, digits or ._@-'),
  })
  .partial();
export type ChangeRegistrationRequest = z.infer<typeof changeRegistrationRequestSchema>;

const chosen = z.array(idSchema).min(1, 'at least one registration is needed').max(500);

/** POST /api/admin/registrations/approve: all of them, or none. */
export const approveRegistrationsRequestSchema = z.strictObject({
  registrations: chosen,
  contests: z.array(slugSchema).max(20).default([]).describe('in which the teams take part from then on'),
});
export const rejectRegistrationsRequestSchema = z.strictObject({
  registrations: chosen,
  reason: lineSchema(500).describe('which the registrant reads'),
});
export const decidedRegistrationsAnswerSchema = z.object({ registrations: z.array(registrationSchema) });
