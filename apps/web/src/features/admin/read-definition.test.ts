import { describe, expect, it } from 'vitest';
import { readDefinition } from './read-definition.ts';

const times = { startsAt: '2026-01-01T10:00:00Z', endsAt: '2026-01-01T15:00:00Z' };

describe('a definition that was typed', () => {
  it('is what is sent', () => {
    const read = readDefinition(JSON.stringify({ id: 'a', name: 'A', ...times }));
    expect(read).toMatchObject({ definition: { id: 'a', name: 'A' } });
    // Omitted, not empty: an existing contest keeps them.
    expect(read).not.toHaveProperty('definition.teams', []);
  });

  it('is refused with every field, in words for people', () => {
    expect(readDefinition('{"id": "a", "startsAt": 1}')).toEqual({
      wrong: [
        { path: 'name', message: 'is missing' },
        { path: 'startsAt', message: 'must be a text, not a number' },
        { path: 'endsAt', message: 'is missing' },
      ],
    });
    expect(readDefinition('[]')).toEqual({
      wrong: [{ path: 'The definition', message: 'must be an object, not a list' }],
    });
    expect(readDefinition('{"id": }')).toEqual({
      wrong: [{ path: 'JSON', message: expect.stringMatching(/^cannot be read: /) as string }],
    });
  });
});
