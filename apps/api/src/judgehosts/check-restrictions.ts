/** A host that is restricted to something that does not exist would judge nothing, and nobody would know why. */
import type { ChangeRestrictions, FieldError } from '@sandglass/contracts';
import { findLanguage } from '@sandglass/languages';
import type { Typed } from '../platform/database/joined-transaction.ts';
import { fieldErrors } from '../platform/errors/api-error.ts';

/** @throws ApiError REQUEST_INVALID with each name that is not known */
export async function checkRestrictions(typed: Typed, wanted: ChangeRestrictions): Promise<void> {
  const named = (ids: readonly string[] | null | undefined) => ({
    where: { id: { in: [...(ids ?? [])] } },
    select: { id: true as const },
  });
  const contests = await typed.contest.findMany(named(wanted.contests));
  const problems = await typed.problem.findMany(named(wanted.problems));
  const isOneOf = (rows: readonly { id: string }[]) => (id: string) => rows.some((row) => row.id === id);
  const unknown = (
    kind: keyof ChangeRestrictions,
    one: string,
    isKnown: (id: string) => boolean,
  ): FieldError[] =>
    (wanted[kind] ?? []).flatMap((id, index) =>
      isKnown(id)
        ? []
        : [{ path: `restrictions.${kind}[${String(index)}]`, message: `there is no ${one} "${id}"` }],
    );
  const errors = [
    ...unknown('contests', 'contest', isOneOf(contests)),
    ...unknown('problems', 'problem', isOneOf(problems)),
    ...unknown('languages', 'language', (id) => findLanguage(id) !== null),
  ];
  if (errors.length > 0) throw fieldErrors('REQUEST_INVALID', errors);
}
