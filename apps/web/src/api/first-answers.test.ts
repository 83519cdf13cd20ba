import { describe, expect, it } from 'vitest';
import { FirstAnswers } from './first-answers.ts';

function answersOf(blocks: Readonly<Record<string, string>>): FirstAnswers {
  const elements = Object.entries(blocks).map(([answer, textContent]) => ({
    dataset: { answer },
    textContent,
    remove: () => {},
  }));
  return new FirstAnswers({ querySelectorAll: () => elements as never });
}

describe('an answer that came with the page', () => {
  it('is taken once', () => {
    const answers = answersOf({ '/api/session': '{"session":null}' });
    expect(answers.take('/api/session', 50)).toEqual({ session: null });
    expect(answers.take('/api/session', 60)).toBeUndefined();
  });

  it('is found whatever the order of its parameters and however they are written', () => {
    const answers = answersOf({ '/api/x?limit=100&verdict=TLE,WTL': '[1]' });
    expect(answers.take('/api/x?verdict=TLE%2CWTL&limit=100', 50)).toEqual([1]);
  });

  it('is for no other address', () => {
    const answers = answersOf({ '/api/x?limit=100': '[1]' });
    expect(answers.take('/api/x', 50)).toBeUndefined();
    expect(answers.left).toEqual(['/api/x?limit=100']);
  });

  it('is not told when the page is old, nor when it was cut off', () => {
    expect(answersOf({ '/api/x': '1' }).take('/api/x', 60_000)).toBeUndefined();
    expect(answersOf({ '/api/x': '{"a":' }).take('/api/x', 50)).toBeUndefined();
  });
});
