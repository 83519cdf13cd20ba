import { z } from 'zod';

/** Who somebody is to the system; what a role may see is decided in `domain` alone. */
export const roles = [
  'public',
  'contestant',
  'jury',
  'analyst',
  'balloon',
  'printer',
  'admin',
  'judgehost',
  'api-reader',
] as const;
export const roleSchema = z.enum(roles).meta({ id: 'Role' });
export type Role = z.infer<typeof roleSchema>;

/** The roles a person can log in with. */
export const accountRoles = [
  'contestant',
  'jury',
  'analyst',
  'balloon',
  'printer',
  'admin',
  'api-reader',
] as const;
export const accountRoleSchema = z.enum(accountRoles);
export type AccountRole = z.infer<typeof accountRoleSchema>;
