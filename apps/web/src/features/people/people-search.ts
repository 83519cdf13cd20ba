import { accountRoles, registrationStateSchema, slugSchema } from '@sandglass/contracts';
import { z } from 'zod';

export const tabs = ['teams', 'organisations', 'groups', 'accounts', 'registrations', 'import'] as const;
export type Tab = (typeof tabs)[number];
export const tabNames: Readonly<Record<Tab, string>> = {
  teams: 'Teams',
  organisations: 'Organisations',
  groups: 'Groups',
  accounts: 'Accounts',
  registrations: 'Registrations',
  import: 'Import and export',
};

const id = z.string().max(64).optional().catch(undefined);

/** What a list shows is in the address, so that it can be passed on. */
export const peopleSearchSchema = z.object({
  tab: z.enum(tabs).optional().catch(undefined),
  search: z.string().max(200).optional().catch(undefined),
  group: slugSchema.optional().catch(undefined),
  organisation: slugSchema.optional().catch(undefined),
  /** Of registrations. */
  state: registrationStateSchema.optional().catch(undefined),
  role: z
    .string()
    .refine((role) => accountRoles.some((one) => one === role))
    .optional()
    .catch(undefined),
  /** Whose form is open; `new`: an empty one. */
  edit: id,
});
export type PeopleSearch = z.infer<typeof peopleSearchSchema>;

/** Every word of the search is somewhere in one of these texts. */
export function matches(search: string | undefined, texts: readonly (string | null | undefined)[]): boolean {
  if (search === undefined || search === '') return true;
  const all = texts
    .filter((text) => text != null)
    .join('\n')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(' ')
    .every((word) => all.includes(word));
}
