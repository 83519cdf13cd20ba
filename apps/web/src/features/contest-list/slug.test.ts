import { expect, it } from 'vitest';
import { slugOf } from './slug.ts';

it.each([
  ['The Regional 2026', 'the-regional-2026'],
  ['  Año Nuevo: São Paulo!', 'ano-nuevo-sao-paulo'],
  ['北京', ''],
  ['x'.repeat(80), 'x'.repeat(64)],
])('%s', (name, id) => expect(slugOf(name)).toBe(id));
