/**
 * The version of a contest's definition, as an ETag: a short hash of each field, so that the refusal of a change that was
 * made of an older version can name what has changed since.
 */
import type { FieldError, ReadContestDefinition } from '@sandglass/contracts';
import { ApiError } from '../platform/errors/api-error.ts';
import { sha256 } from '../platform/lib/sha256.ts';

/** Hexadecimal digits of a field's hash: two versions are compared, nobody gains by one that looks like another. */
const digits = 8;

const fields = [
  'name',
  'shortName',
  'startsAt',
  'endsAt',
  'freezesAt',
  'thawsAt',
  'activatesAt',
  'deactivatesAt',
  'public',
  'penaltyMinutes',
  'chargeCompileErrors',
  'rules',
  'image',
  'problems',
  'teams',
] as const satisfies readonly (keyof ReadContestDefinition)[];

/** @param definition null: there is no such contest */
export function versionOf(definition: ReadContestDefinition | null): string {
  const hashes = fields.map((field) => sha256(JSON.stringify(definition?.[field] ?? null)).slice(0, digits));
  return `"${hashes.join('')}"`;
}

/**
 * @param ifMatch the header of the request; undefined: any version may be changed
 * @param now the definition as it is; null: there is no such contest
 * @throws ApiError CONTEST_CHANGED
 */
export function refuseOtherVersion(ifMatch: string | undefined, now: ReadContestDefinition | null): void {
  if (ifMatch === undefined) return;
  // A proxy that compresses makes an ETag a weak one.
  const accepted = ifMatch.split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (now === null) throw new ApiError('CONTEST_CHANGED', { what: 'It does not exist' });
  const version = versionOf(now);
  if (accepted.includes('*') || accepted.includes(version)) return;
  const changed = fields.filter(
    (_field, index) => partOf(accepted[0] ?? '', index) !== partOf(version, index),
  );
  throw new ApiError(
    'CONTEST_CHANGED',
    { what: `Changed: ${changed.join(', ')}` },
    { fields: changed.map((path): FieldError => ({ path, message: 'has changed since it was read' })) },
  );
}

function partOf(version: string, index: number): string {
  return version.slice(1 + index * digits, 1 + (index + 1) * digits);
}
