/** Registrations: what anybody may do, and what administrators decide. */
import {
  approveRegistrationsRequestSchema,
  changeRegistrationRequestSchema,
  decidedRegistrationsAnswerSchema,
  idSchema,
  ownRegistrationSchema,
  registeredAnswerSchema,
  registerTeamRequestSchema,
  registrationOfferSchema,
  registrationSchema,
  registrationsAnswerSchema,
  registrationsQuerySchema,
  registrationTicketHeader,
  registrationTicketSchema,
  rejectRegistrationsRequestSchema,
} from '@sandglass/contracts';
import { z } from 'zod';
import type { AccountsModule } from '../accounts/module.ts';
import { actorOf } from '../audit/audit-log.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { admins } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { RegistrationDecisions } from './registration-decisions.ts';
import type { SelfRegistration } from './self-registration.ts';

const tags = ['registrations'];

export interface RegistrationRoutesOptions {
  readonly registration: SelfRegistration;
  readonly decisions: RegistrationDecisions;
  readonly placeOf: AccountsModule['placeOf'];
}

export async function registrationRoutes(
  app: App,
  { registration, decisions, placeOf }: RegistrationRoutesOptions,
): Promise<void> {
  app.get(
    '/api/registration',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Groups for which teams may register themselves',
        response: { 200: registrationOfferSchema },
      },
    },
    () => registration.offer(),
  );

  app.post(
    '/api/registrations',
    {
      config: { access: 'anyone' },
      // A client that is not logged in may not send much.
      bodyLimit: 16_384,
      schema: {
        tags,
        summary: 'Register a team; an administrator decides',
        body: registerTeamRequestSchema,
        response: { 201: registeredAnswerSchema },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store').code(201);
      return registration.register(request.body, placeOf(request), actorOf(request));
    },
  );

  app.get(
    '/api/registrations/own',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: `What became of a registration: by its ticket, in the header ${registrationTicketHeader}`,
        response: { 200: ownRegistrationSchema },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const ticket = registrationTicketSchema.safeParse(request.headers[registrationTicketHeader]);
      if (!ticket.success) throw new ApiError('REGISTRATION_UNKNOWN');
      return registration.own(ticket.data);
    },
  );

  app.get(
    '/api/admin/registrations',
    {
      config: { access: admins },
      schema: {
        tags,
        summary: 'Registrations by their state',
        querystring: registrationsQuerySchema,
        response: { 200: registrationsAnswerSchema },
      },
    },
    (request) => decisions.list(request.query),
  );

  app.patch(
    '/api/admin/registrations/:id',
    {
      config: { access: admins },
      schema: {
        tags,
        summary: 'Change a registration that waits for a decision',
        params: z.object({ id: idSchema }),
        body: changeRegistrationRequestSchema,
        response: { 200: registrationSchema },
      },
    },
    (request) => decisions.change(request.params.id, request.body, actorOf(request)),
  );

  app.post(
    '/api/admin/registrations/approve',
    {
      config: { access: admins },
      schema: {
        tags,
        summary: 'Approve registrations: their teams and accounts are made, all or none',
        body: approveRegistrationsRequestSchema,
        response: { 200: decidedRegistrationsAnswerSchema },
      },
    },
    async (request) => ({
      registrations: await decisions.approve(
        request.body.registrations,
        request.body.contests,
        actorOf(request),
      ),
    }),
  );

  app.post(
    '/api/admin/registrations/reject',
    {
      config: { access: admins },
      schema: {
        tags,
        summary: 'Reject registrations, with a reason that the registrant reads',
        body: rejectRegistrationsRequestSchema,
        response: { 200: decidedRegistrationsAnswerSchema },
      },
    },
    async (request) => ({
      registrations: await decisions.reject(
        request.body.registrations,
        request.body.reason,
        actorOf(request),
      ),
    }),
  );
}
