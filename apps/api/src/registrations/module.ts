/** Teams that register themselves for a group, and administrators who decide about them. */
import type { AccountsModule } from '../accounts/module.ts';
import type { Events } from '../events/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { RegistrationDecisions } from './registration-decisions.ts';
import { registrationRoutes } from './registration-routes.ts';
import { SelfRegistration } from './self-registration.ts';

export interface RegistrationsModule {
  readonly routes: (app: App) => Promise<void>;
}

export function openRegistrations(
  { database }: Platform,
  { units }: Events,
  { hashInTurn, placeOf }: AccountsModule,
): RegistrationsModule {
  const registration = new SelfRegistration({ database, units, hashInTurn });
  const decisions = new RegistrationDecisions(database, units);
  return { routes: (scope) => registrationRoutes(scope, { registration, decisions, placeOf }) };
}
