/** Fields of one object of a file: typed, checked, and counted, so that what is not read can be named. */
import type { FaultList } from './fault-list.ts';
import type { StructuredRecord } from './structured-records.ts';

/** Undefined: the field is not given, and what is there stays. Null: it is given, and empty. */
type Given<Value> = Value | null | undefined;

export class RecordFields {
  readonly #record: StructuredRecord;
  readonly #file: string;
  readonly #faults: FaultList;
  readonly #read = new Set<string>();

  constructor(file: string, record: StructuredRecord, faults: FaultList) {
    this.#file = file;
    this.#record = record;
    this.#faults = faults;
  }

  get line(): number | null {
    return this.#record.line;
  }

  /** Numbers are taken for text: ids are often written so. */
  text(name: string): Given<string> {
    const value = this.#take(name);
    if (value === undefined || value === null) return value;
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    if (typeof value === 'string') return isNothing(value) ? null : value.trim();
    return this.#wrong(name, 'must be text');
  }

  /** As it is: spaces belong to it, and in JSON the word null does too. An empty one is none. */
  password(name: string): string | undefined {
    const value = this.#take(name);
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    if (typeof value !== 'string') return this.#wrong(name, 'must be text');
    return !this.#record.isTyped && isNothing(value) ? undefined : value;
  }

  boolean(name: string): boolean | undefined {
    const value = this.#take(name);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    return this.#wrong(name, 'must be true or false');
  }

  integer(name: string): number | undefined {
    const value = this.#take(name);
    if (value === undefined || value === null) return undefined;
    const number = typeof value === 'string' ? Number(value.trim() || 'none') : value;
    return typeof number === 'number' && Number.isInteger(number)
      ? number
      : this.#wrong(name, 'must be a whole number');
  }

  ids(name: string): string[] | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    if (value === null || value === 'null') return [];
    if (Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number'))
      return [...new Set(value.map(String))];
    return this.#wrong(name, 'must be a list of ids');
  }

  /** A place may be text, or an object that describes it. */
  described(name: string): Given<string> {
    const value = this.#record.fields[name];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.text(name);
    this.#read.add(name);
    const { description } = value as { readonly description?: unknown };
    return typeof description === 'string' ? description.trim() || null : undefined;
  }

  /** @returns what nothing has read */
  unread(): string[] {
    return Object.keys(this.#record.fields).filter((name) => !this.#read.has(name));
  }

  error(field: string, message: string): undefined {
    return this.#wrong(field, message);
  }

  #take(name: string): unknown {
    this.#read.add(name);
    return this.#record.fields[name];
  }

  #wrong(field: string, message: string): undefined {
    this.#faults.error(this.#file, this.#record.line, field, message);
    return undefined;
  }
}

function isNothing(text: string): boolean {
  const word = text.trim();
  return word === '' || word === 'null' || word === '~';
}
