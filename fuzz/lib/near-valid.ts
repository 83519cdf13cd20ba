/** Values that nearly fit a JSON schema: most of one is right, so that what reads it goes far, and a part is not. */
import * as fc from 'fast-check';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** What databases, clocks and printers stumble over; all of it is JSON. */
const odd: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  1,
  0.5,
  -0.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  -1e308,
  5e-324,
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202e',
  '\ufeff',
  '\n',
  '%',
  '%00',
  "'",
  '"',
  '\\',
  '\\u0000',
  '../..',
  '__proto__',
  'constructor',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '2024-01-01T24:00:00Z',
  '2024-01-01T00:00:60Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { length: -1 },
  JSON.parse('{"__proto__": {"role": "admin"}}'),
  'x'.repeat(5000),
  'ß'.repeat(300),
  '😀'.repeat(129),
];
const deepest = 6;

export function nearValid(
  schema: Schema,
  components: Readonly<Record<string, Schema>>,
  /** Values that exist: of a field with this name. */
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<unknown> {
  const bent = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 24, arbitrary: right },
      { weight: 1, arbitrary: fc.constantFrom(...odd) },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
    );

  const of = (schema: Schema, depth: number, name = ''): fc.Arbitrary<unknown> =>
    bent(right(schema, depth, name));

  const right = (schema: Schema, depth: number, name: string): fc.Arbitrary<unknown> => {
    if (depth > deepest) return fc.constantFrom(...odd);
    if (schema.$ref !== undefined) {
      const target = components[schema.$ref.replace(/^.*\//, '')];
      return target === undefined ? fc.jsonValue() : right(target, depth, name);
    }
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return fc.oneof(...choices.map((one) => right(one, depth + 1, name)));
    if (schema.allOf !== undefined)
      return fc
        .tuple(...schema.allOf.map((one) => right(one, depth + 1, name)))
        .map((parts) => Object.assign({}, ...parts.filter((part) => typeof part === 'object')) as unknown);
    if (Array.isArray(schema.type))
      return fc.oneof(...(schema.type as string[]).map((type) => right({ ...schema, type }, depth, name)));
    switch (schema.type) {
      case 'object':
        return object(schema, depth);
      case 'array': {
        const least = schema.minItems ?? 0;
        const bounds = { minLength: least, maxLength: Math.max(least, Math.min(schema.maxItems ?? 3, 3)) };
        return fc.array(of(schema.items ?? {}, depth + 1, name), bounds);
      }
      case 'string':
        return fc.oneof(
          text(schema),
          ...(known[name] === undefined ? [] : [fc.constantFrom(...known[name])]),
        );
      case 'integer':
      case 'number':
        return number(schema);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case undefined:
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  };

  const object = (
    { properties = {}, required = [], additionalProperties }: Schema,
    depth: number,
  ): fc.Arbitrary<unknown> => {
    const fields = Object.entries(properties);
    const present = fc.record(
      Object.fromEntries(fields.map(([field, schema]) => [field, of(schema, depth + 1, field)])),
      { requiredKeys: required.filter((field) => field in properties) },
    );
    if (typeof additionalProperties !== 'object') return present;
    const more = fc.dictionary(fc.string({ maxLength: 8 }), of(additionalProperties, depth + 1), {
      maxKeys: 3,
    });
    return fc.tuple(present, more).map(([one, other]) => ({ ...other, ...one }));
  };

  return of(schema, 0);
}

function number({ type, minimum, maximum }: Schema): fc.Arbitrary<number> {
  const least = Math.max(minimum ?? -1000, -Number.MAX_SAFE_INTEGER);
  const most = Math.max(least, Math.min(maximum ?? least + 100_000, Number.MAX_SAFE_INTEGER));
  const inside = fc.integer({ min: Math.ceil(least), max: Math.floor(most) });
  const edges = fc.constantFrom(least, most, minimum ?? least, maximum ?? Number.MAX_SAFE_INTEGER);
  return type === 'integer'
    ? fc.oneof(inside, edges)
    : fc.oneof(inside, edges, fc.double({ min: least, max: most, noNaN: true }));
}

function text({ format, pattern, minLength = 0, maxLength = 30 }: Schema): fc.Arbitrary<string> {
  const plain = fc.string({
    unit: 'binary',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 30)),
  });
  if (format === 'date-time')
    return fc.oneof(
      fc
        .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
      fc.constantFrom('0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '0000-01-01T00:00:00Z'),
    );
  if (format === 'uuid') return fc.uuid();
  if (pattern === undefined)
    return fc.oneof(fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 30)) }), plain);
  try {
    return fc.oneof(
      { weight: 4, arbitrary: fc.stringMatching(new RegExp(pattern)) },
      { weight: 1, arbitrary: plain },
    );
  } catch {
    // Look-behinds and the like are not made.
    return plain;
  }
}
