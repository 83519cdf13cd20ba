/** What a definition changes of the contest as it is: what an administrator reads before saving. */
import type { ReadContestDefinition } from '@sandglass/contracts';
import { formatInstantFully } from '../../lib/time.ts';
import type { Wrong } from './read-definition.ts';

/** A field of the definition, and what becomes of it. */
export type Change = Wrong;

const times = ['startsAt', 'endsAt', 'freezesAt', 'thawsAt', 'activatesAt', 'deactivatesAt'] as const;

/** Of a field with a single value. */
type Value = string | number | boolean | null;

/** Of so many teams or problems the names are listed. */
const mostNames = 5;

export function changesOf(before: ReadContestDefinition, after: ReadContestDefinition): Change[] {
  const changes: Change[] = [];
  // What is left out of the definition stays as it is.
  const compare = (path: string, from: Value | undefined, to: Value | undefined): void => {
    if (to !== undefined && from !== to) changes.push({ path, message: `${textOf(from)} → ${textOf(to)}` });
  };
  compare('name', before.name, after.name);
  compare('shortName', before.shortName ?? before.name, after.shortName ?? after.name);
  for (const field of times) compare(field, instantOf(before[field]), instantOf(after[field]));
  compare('public', before.public, after.public);
  compare('penaltyMinutes', before.penaltyMinutes, after.penaltyMinutes);
  compare('chargeCompileErrors', before.chargeCompileErrors, after.chargeCompileErrors);
  compare('image', before.image, after.image);
  const { problems, teams } = after;
  if (problems !== undefined)
    changes.push(...listChanges('problems', before.problems ?? [], problems, (one) => one.problem));
  if (teams !== undefined) changes.push(...listChanges('teams', before.teams ?? [], teams, (one) => one.id));
  return changes;
}

const instantOf = (iso: string | null | undefined): string | null | undefined =>
  iso == null ? iso : formatInstantFully(iso);
const textOf = (value: Value | undefined): string => (value == null ? 'none' : String(value));

function listChanges<Entry extends object>(
  path: string,
  before: readonly Entry[],
  after: readonly Entry[],
  idOf: (entry: Entry) => string,
): Change[] {
  const earlier = new Map(before.map((entry) => [idOf(entry), entry]));
  const ids = new Set(after.map(idOf));
  const kinds = {
    removed: [...earlier.keys()].filter((id) => !ids.has(id)),
    added: [...ids].filter((id) => !earlier.has(id)),
    changed: after.filter((entry) => isOther(earlier.get(idOf(entry)), entry)).map(idOf),
  };
  const changes = Object.entries(kinds)
    .filter(([, found]) => found.length > 0)
    .map(([kind, found]) => ({ path, message: `${found.length} ${kind}: ${namesOf(found)}` }));
  // Teams have no order of their own; problems without another change may have changed places.
  const kept = [...earlier.keys()].filter((id) => ids.has(id));
  const isSameOrder = [...ids].filter((id) => earlier.has(id)).every((id, index) => id === kept[index]);
  if (path === 'problems' && !isSameOrder)
    changes.push({ path, message: `new order: ${[...ids].join(', ')}` });
  return changes;
}

function isOther(before: object | undefined, after: object): boolean {
  if (before === undefined) return false;
  const earlier = new Map(Object.entries(before));
  return Object.entries(after).some(([field, value]) => earlier.get(field) !== value);
}

function namesOf(ids: readonly string[]): string {
  const more = ids.length - mostNames;
  // One more name is as short as the number.
  if (more <= 1) return ids.join(', ');
  return `${ids.slice(0, mostNames).join(', ')} and ${more} more`;
}
