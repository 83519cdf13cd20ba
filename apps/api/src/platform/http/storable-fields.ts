/**
 * PostgreSQL's text has no NUL, and its jsonb no half of a surrogate pair. What a request says is looked through once,
 * before anything else sees it, so that no route has to think of it.
 */
import type { FieldError } from '@sandglass/contracts';
import { fieldErrors } from '../errors/api-error.ts';
import { jsonPath } from '../errors/json-path.ts';
import type { App } from './app-type.ts';

/** Sources are bytes to the database. */
const contentOfFiles = 'content';
const maxNamed = 10;

export function installStorableFields(app: App): void {
  app.addHook('preValidation', async (request) => {
    // What judgehosts report is output of programs; it is made storable where it is stored.
    if (request.routeOptions.config.access === 'judgehost') return;
    refuseUnstorable(request.params, request.query, request.body);
  });
}

/** @throws ApiError REQUEST_INVALID that names the fields */
export function refuseUnstorable(...values: readonly unknown[]): void {
  if (values.every(isStorable)) return;
  const errors = values.flatMap(unstorableFields).slice(0, maxNamed);
  if (errors.length > 0) throw fieldErrors('REQUEST_INVALID', errors);
}

/** A body has room for millions of values: nothing is made for each of them but its place in a list. */
function isStorable(root: unknown): boolean {
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') {
      if (troubleOf(value) !== null) return false;
    } else if (Array.isArray(value)) {
      for (const part of value) if (mayHold(part)) waiting.push(part);
    } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
      for (const [name, part] of Object.entries(value)) {
        if (troubleOf(name) !== null) return false;
        if (name !== contentOfFiles && mayHold(part)) waiting.push(part);
      }
    }
  }
  return true;
}

function mayHold(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

type Path = readonly (string | number)[];

/** Without recursion: how deep a body is nested is its sender's choice. */
function unstorableFields(root: unknown): FieldError[] {
  const errors: FieldError[] = [];
  const waiting: { value: unknown; path: Path }[] = [{ value: root, path: [] }];
  for (let one = waiting.pop(); one !== undefined && errors.length < maxNamed; one = waiting.pop()) {
    const { value, path } = one;
    if (typeof value === 'string') {
      const message = troubleOf(value);
      if (message !== null) errors.push({ path: jsonPath([...path]), message });
    } else if (Array.isArray(value)) {
      for (const [index, part] of value.entries()) push(waiting, part, path, index);
    } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
      for (const [name, part] of Object.entries(value)) {
        const message = troubleOf(name);
        if (message !== null)
          errors.push({ path: jsonPath([...path]), message: `has a name that ${message}` });
        if (name !== contentOfFiles) push(waiting, part, path, name);
      }
    }
  }
  return errors;
}

function push(
  waiting: { value: unknown; path: Path }[],
  value: unknown,
  path: Path,
  part: string | number,
): void {
  // Paths of what is nested deeper are cut: they would be as long as the body is deep, at each of its levels.
  if (mayHold(value)) waiting.push({ value, path: path.length < 20 ? [...path, part] : path });
}

/** Why the database cannot hold it; null: it can. */
export function troubleOf(text: string): string | null {
  if (text.includes('\0')) return 'must not have NUL characters';
  return text.isWellFormed() ? null : 'must not have half of a surrogate pair';
}
