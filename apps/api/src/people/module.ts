/** The people of contests: organisations, groups, teams, persons, and their accounts in files. */
import type { Events } from '../events/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { importRoutes } from './import-routes.ts';
import { PeopleImport, type PasswordWork } from './people-import.ts';
import { PeopleRegister } from './people-register.ts';
import { peopleRoutes } from './people-routes.ts';
import { passwordSheetRoutes } from './sheets/password-sheet-routes.ts';

export interface PeopleModule {
  /** For files that have them. */
  readonly people: Pick<PeopleImport, 'export'>;
  readonly routes: (app: App) => Promise<void>;
}

/** @param passwords of the room of accounts: people's own files bring some */
export function openPeople({ database }: Platform, { units }: Events, passwords: PasswordWork): PeopleModule {
  const register = new PeopleRegister(database, units);
  const people = new PeopleImport(database, units, passwords);
  return {
    people,
    routes: async (scope) => {
      await peopleRoutes(scope, { register });
      await importRoutes(scope, { people });
      await passwordSheetRoutes(scope);
    },
  };
}
