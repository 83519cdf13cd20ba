import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compilerVersionSchema } from './judgehost.ts';

interface Shape {
  readonly type?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly additionalProperties?: Shape | boolean;
  readonly $defs?: Readonly<Record<string, Shape>>;
}

/** Paths of texts of any length. A pattern bounds them where it has no `*` or `+` outside of brackets. */
function unbounded(shape: Shape, path: string): string[] {
  const inner = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  if (typeof shape.additionalProperties === 'object') inner.push(shape.additionalProperties);
  inner.push(...Object.values(shape.$defs ?? {}));
  return [
    ...(shape.type === 'string' && !isBounded(shape) ? [path] : []),
    ...Object.entries(shape.properties ?? {}).flatMap(([name, each]) => unbounded(each, `${path}.${name}`)),
    ...(shape.items === undefined ? [] : unbounded(shape.items, `${path}[]`)),
    ...inner.flatMap((each) => unbounded(each, path)),
  ];
}

function isBounded({ maxLength, pattern, format, ...rest }: Shape): boolean {
  if (maxLength !== undefined || format === 'uuid' || format === 'date-time') return true;
  if (rest.enum !== undefined || rest.const !== undefined) return true;
  return pattern !== undefined && !/[*+]/.test(pattern.replaceAll(/\[[^\]]*\]/g, ''));
}

/** What a judgehost sends, by names of their own. */
const ofHosts = new Set(['heartbeatSchema', 'taskReportSchema']);

describe('what a person, a visitor or a judgehost sends', async () => {
  const folder = import.meta.dirname;
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !/(^index|\.test)\.ts$/.test(name),
  );
  const modules = await Promise.all(files.map((name) => import(join(folder, name)) as Promise<object>));
  const schemas = modules
    .flatMap((module) => Object.entries(module))
    .filter(([name]) => /(Request|Query)Schema$/.test(name) || ofHosts.has(name));

  it('is looked at', () => expect(schemas.length).toBeGreaterThan(15));

  it.each(schemas)('has a maximum for every text of %s', (name, schema) => {
    const shape = z.toJSONSchema(schema as z.ZodType, {
      io: 'input',
      unrepresentable: 'any',
      reused: 'inline',
    });
    expect(unbounded(shape as Shape, name)).toEqual([]);
  });
});

describe('long words of a judgehost', () => {
  it('are cut, and never at half a letter; what the host says else counts', () => {
    const version = '😀'.repeat(10_000);
    const compiler = compilerVersionSchema.parse({ language: 'c', version });
    expect(compiler.version).toHaveLength(4096);
    expect(compiler.version.endsWith('…')).toBe(true);
    expect(compiler.version.isWellFormed()).toBe(true);
    expect(compilerVersionSchema.parse({ language: 'c', version: 'gcc 14' }).version).toBe('gcc 14');
  });
});
