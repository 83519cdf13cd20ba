import { describe, expect, it } from 'vitest';
import { sampleRoom } from './sample-room.ts';

const sample = (input: string | null, answer: string | null, interaction: string | null = null) => ({
  name: '1',
  input,
  answer,
  interaction,
  inputUrl: null,
  answerUrl: null,
});

describe('samples', () => {
  it('need the room of their longest line', () => {
    expect(sampleRoom([sample('5\n1 2 3\n', '6\n'), sample('1\n', null)])).toBe('short');
    expect(sampleRoom([sample('1\n', `2\n${'x'.repeat(28)}\n`)])).toBe('medium');
    expect(sampleRoom([sample('1\n', '2\n'), sample('x'.repeat(44), '')])).toBe('wide');
    expect(sampleRoom([sample('x'.repeat(45), null)])).toBe('long');
  });

  it('in which two programs talk are short: their lines wrap', () => {
    expect(sampleRoom([sample(null, null, `> ${'x'.repeat(90)}`)])).toBe('short');
  });
});
