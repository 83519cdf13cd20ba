/** What no row can hold, and passwords that nobody could log in with: found before anything is asked of the database. */
import { passwordSchema } from '@sandglass/contracts';
import { troubleOf } from '../platform/http/storable-fields.ts';
import type { FaultList } from './fault-list.ts';
import type { Wish } from './people-rows.ts';

/** @returns wishes whose texts can be stored, without the passwords that cannot be set */
export function checkedWishes(wishes: readonly Wish[], faults: FaultList): Wish[] {
  return wishes.flatMap((wish) => {
    const { id, fields, place, password } = wish;
    const report = (field: string, message: string): void =>
      faults.error(place.file, place.line, place.names?.[field] ?? field, message);
    let isStorable = true;
    for (const [field, value] of [['id', id] as const, ...Object.entries(fields)]) {
      const trouble = textsOf(value)
        .map(troubleOf)
        .find((one) => one !== null);
      if (trouble == null) continue;
      isStorable = false;
      report(field, trouble);
    }
    if (!isStorable) return [];
    if (password === undefined) return [wish];
    const trouble = troubleOf(password) ?? passwordSchema.safeParse(password).error?.issues[0]?.message;
    if (trouble === undefined) return [wish];
    report('password', trouble);
    const { password: _refused, ...rest } = wish;
    return [rest];
  });
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string') : [];
}
