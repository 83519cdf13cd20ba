import type { AccountRole } from '@sandglass/contracts';

/** Types of accounts in CLICS and in ICPC files, and our roles. */
const roles: Readonly<Record<string, AccountRole>> = {
  team: 'contestant',
  judge: 'jury',
  jury: 'jury',
  admin: 'admin',
  analyst: 'analyst',
  'api-reader': 'api-reader',
  staff: 'balloon',
  balloon: 'balloon',
  printer: 'printer',
};

export function roleOfType(type: string): AccountRole | undefined {
  return Object.hasOwn(roles, type.toLowerCase()) ? roles[type.toLowerCase()] : undefined;
}

export const knownTypes = Object.keys(roles).join(', ');

const types: Readonly<Record<AccountRole, string>> = {
  contestant: 'team',
  jury: 'judge',
  admin: 'admin',
  analyst: 'analyst',
  'api-reader': 'api-reader',
  balloon: 'staff',
  printer: 'printer',
};

export function typeOfRole(role: AccountRole): string {
  return types[role];
}
