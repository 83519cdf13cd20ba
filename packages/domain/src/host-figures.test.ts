import { hostConditionSchema, hostReportSchema, slotStateSchema } from '@sandglass/contracts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hostFigures, type ReportedHost } from './host-figures.ts';

/** Numbers of the contract that are no figure of the table, and why. */
const others: readonly (readonly [path: string, why: string])[] = [
  ['report.cpus.', 'how the slots came about, which does not change while the host runs'],
  ['report.vitals.memory.dirtyBytes', 'for the page: it says something beside the disk alone'],
  ['report.vitals.tasks.total', 'for the page'],
  ['report.vitals.slotCores', 'what the host judges its health by'],
  ['report.stealRatio', 'a part of cpu_ratio'],
  ['report.dState.count', 'the sum of its waits'],
  ['report.dState.waits[].lasting', 'what the host judges its health by'],
  ['condition.reasons[].timesBound', 'says which reasons recover; their figures have names of their own'],
  ['condition.calibration.', 'drifts are relative; the rest is how they came about'],
  ['condition.gap.runs', 'how many runs the gaps are of'],
  ['condition.gap.sinceMs', 'of which time the gaps are'],
  ['condition.clock.roundTripMs', 'how sure the skew is'],
  ['condition.allowed.of', 'the slots by state say it'],
  ['condition.cache.', 'counted by the judgehost and by the api under names of their own'],
  ['condition.warmUps', 'has a page of its own'],
  ['slots[].', 'a gauge for each slot is of the judgehost alone'],
];

describe('the figures of a host', () => {
  it('have names that are used once', () => {
    const names = hostFigures.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
  });

  it('are read from every number that a heartbeat carries, but for those named here', () => {
    const read = new Set<string>();
    const host = {
      report: sample(hostReportSchema, 'report', read),
      condition: sample(hostConditionSchema, 'condition', read),
      slots: [sample(slotStateSchema, 'slots[]', read)],
      software: '1.0.0',
    } as unknown as ReportedHost;
    for (const { of } of hostFigures) of(host);
    const numbers = [
      ...numbersOf(hostReportSchema, 'report'),
      ...numbersOf(hostConditionSchema, 'condition'),
      ...numbersOf(slotStateSchema, 'slots[]'),
    ];
    expect(numbers.length).toBeGreaterThan(40);
    const isOther = (path: string): boolean => others.some(([start]) => path.startsWith(start));
    expect(numbers.filter((path) => !read.has(path) && !isOther(path))).toEqual([]);
    for (const [start] of others)
      expect(
        numbers.some((path) => path.startsWith(start)),
        start,
      ).toBe(true);
  });

  it('are nothing where nothing was reported', () => {
    const host = { report: null, condition: null, slots: [], software: null };
    const known = hostFigures.filter(({ of }) => of(host).some(([, value]) => value != null));
    expect(known.map(({ name }) => name)).toEqual(['longest_running_seconds', 'info']);
  });

  it('are listed in docs/host-figures.md, each with its meaning', () => {
    const page = readFileSync(new URL('../../../docs/host-figures.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([a-z0-9_]+)` \| (.*) \| (.*) \|$/gm)].map((match) => match[0]);
    expect(rows).toEqual(
      hostFigures.map(({ name, labels, meaning }) => `| \`${name}\` | ${labels.join(', ')} | ${meaning} |`),
    );
  });
});

/** A schema of zod, which describes itself. */
interface Schema {
  readonly def: unknown;
}

/** What a schema is within `nullable`, `optional` and their like. */
function inner(schema: Schema): Schema {
  const { innerType } = schema.def as { innerType?: Schema };
  return innerType === undefined ? schema : inner(innerType);
}

/** The kinds of schemas that have others within. */
interface Parts {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly items?: readonly Schema[];
}

const partsOf = (schema: Schema): Parts => inner(schema).def as Parts;

function numbersOf(schema: Schema, path: string): string[] {
  const { type, shape, element, items } = partsOf(schema);
  if (shape !== undefined)
    return Object.entries(shape).flatMap(([key, part]) => numbersOf(part, `${path}.${key}`));
  if (element !== undefined) return numbersOf(element, `${path}[]`);
  if (items !== undefined) return items.flatMap((part, index) => numbersOf(part, `${path}[${index}]`));
  return type === 'number' ? [path] : [];
}

/** A value of the schema that notes which of its leaves are read. */
function sample(schema: Schema, path: string, read: Set<string>): unknown {
  const { type, shape, element, items } = partsOf(schema);
  if (shape !== undefined) {
    const value = {};
    for (const [key, part] of Object.entries(shape))
      Object.defineProperty(value, key, {
        enumerable: true,
        get: () => {
          read.add(`${path}.${key}`);
          return sample(part, `${path}.${key}`, read);
        },
      });
    return value;
  }
  if (element !== undefined) {
    read.add(`${path}[]`);
    return [sample(element, `${path}[]`, read)];
  }
  if (items !== undefined) {
    return items.map((part, index) => {
      read.add(`${path}[${index}]`);
      return sample(part, `${path}[${index}]`, read);
    });
  }
  return type === 'number' ? 1 : 'text';
}
