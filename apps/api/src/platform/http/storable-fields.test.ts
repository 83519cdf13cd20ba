import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors/api-error.ts';
import { refuseUnstorable } from './storable-fields.ts';

function fieldsOf(value: unknown): string[] {
  try {
    refuseUnstorable(value);
  } catch (error) {
    if (error instanceof ApiError) return error.fields.map(({ path, message }) => `${path} ${message}`);
    throw error;
  }
  return [];
}

describe('what a request says', () => {
  it.each([
    [{ a: 'x\0' }, ['a must not have NUL characters']],
    [{ a: [{ b: '\0' }] }, ['a[0].b must not have NUL characters']],
    [{ a: '\ud800' }, ['a must not have half of a surrogate pair']],
    [{ 'a\0': 1 }, [' has a name that must not have NUL characters']],
    [{ a: 'ordinary 😀', b: 1, c: null, d: ['x'] }, []],
    [{ files: [{ name: 'a.c', content: 'x\0' }] }, []],
    [undefined, []],
  ])('%j: %j', (value, fields) => {
    expect(fieldsOf(value)).toEqual(fields);
  });

  it('may be nested as deep as a body has room for', () => {
    const depth = 200_000;
    expect(fieldsOf(JSON.parse(`${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`))).toHaveLength(1);
  });

  it('names a few fields, not thousands', () => {
    expect(fieldsOf(Array.from({ length: 5000 }, () => '\0'))).toHaveLength(10);
  });
});
