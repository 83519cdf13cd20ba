/** A host that is kept for what there is not would judge nothing, and nobody would be told why. */
import type { ChangeRestrictions, FieldError } from '@sandglass/contracts';
import { findLanguage } from '@sandglass/languages';
import type { Sql } from '../database/database.ts';
import { fieldErrors } from '../errors/api-error.ts';

/** @throws ApiError REQUEST_INVALID with each name that is not known */
export async function checkRestrictions(sql: Sql, wanted: ChangeRestrictions): Promise<void> {
  const rows = await sql.query<{ kind: string; id: string }>(
    `SELECT 'contests' AS kind, id FROM contest WHERE id = ANY($1)
     UNION ALL SELECT 'problems', id FROM problem WHERE id = ANY($2)`,
    [wanted.contests ?? [], wanted.problems ?? []],
  );
  const stored = new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
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
    ...unknown('contests', 'contest', (id) => stored.has(`contests ${id}`)),
    ...unknown('problems', 'problem', (id) => stored.has(`problems ${id}`)),
    ...unknown('languages', 'language', (id) => findLanguage(id) !== null),
  ];
  if (errors.length > 0) throw fieldErrors('REQUEST_INVALID', errors);
}
