/** What is wrong with a registration beside the form of its fields. Names are compared with those of all teams. */
import type { FieldError } from '@sandglass/contracts';
import { hasInvisible, nameLikeness } from '@sandglass/domain';
import type { Typed } from '../platform/database/joined-transaction.ts';

export interface Named {
  readonly team: string;
  readonly organisationId: string | null;
  readonly organisation: string | null;
  readonly members: readonly string[];
}

/** Costs no query. */
export function namesTrouble({ team, organisation, organisationId, members }: Named): FieldError[] {
  const errors: FieldError[] = [];
  const named = [
    ['team', team],
    ['organisation', organisation ?? ''],
    ...members.map((name, index) => [`members[${index}]`, name] as const),
  ] as const;
  for (const [path, name] of named)
    if (hasInvisible(name)) errors.push({ path, message: 'must not have characters that nobody sees' });
  if (!/[\p{L}\p{N}]/u.test(team)) errors.push({ path: 'team', message: 'must have a letter or a digit' });
  if (organisationId !== null && organisation !== null)
    errors.push({ path: 'organisation', message: 'must be left out where one is chosen' });
  const seen = new Set<string>();
  for (const [index, name] of members.entries()) {
    const likeness = nameLikeness(name);
    if (seen.has(likeness)) errors.push({ path: `members[${index}]`, message: 'is there twice' });
    seen.add(likeness);
  }
  return errors;
}

/** @param except a registration that may have the name: it is itself */
export async function takenTrouble(
  typed: Typed,
  { team, organisationId }: Named,
  except: string | null = null,
): Promise<FieldError[]> {
  const teams = await typed.team.findMany({ select: { name: true, displayName: true } });
  const waiting = await typed.registration.findMany({
    where: { state: 'pending', ...(except === null ? {} : { id: { not: except } }) },
    select: { teamName: true },
  });
  const likeness = nameLikeness(team);
  const names = [
    ...teams.flatMap(({ name, displayName }) => (displayName === null ? [name] : [name, displayName])),
    ...waiting.map(({ teamName }) => teamName),
  ];
  const errors: FieldError[] = [];
  if (names.some((name) => nameLikeness(name) === likeness)) {
    const message = 'must be another: a team with this name, or one that looks the same, is there already';
    errors.push({ path: 'team', message });
  }
  if (organisationId !== null && (await typed.organisation.count({ where: { id: organisationId } })) === 0)
    errors.push({ path: 'organisationId', message: `there is no organisation "${organisationId}"` });
  return errors;
}
