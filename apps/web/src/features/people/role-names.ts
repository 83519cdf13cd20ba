import type { Account } from '@sandglass/contracts';

/** What people call the roles. */
export const roleNames: Readonly<Record<Account['role'], string>> = {
  contestant: 'Team',
  jury: 'Jury',
  analyst: 'Analyst',
  balloon: 'Balloons',
  printer: 'Printer',
  admin: 'Administrator',
  'api-reader': 'Reader',
};
