import { describe, expect, it } from 'vitest';
import { answerName, decideAnswer, findAnswer, strayAnswers } from './answer-file.ts';

const files = (...names: string[]): { name: string }[] => names.map((name) => ({ name }));

describe('the file that answers a test', () => {
  it('is called like the test, with .out, .ans, .txt or nothing after it', () => {
    for (const name of ['01-small.out', '01-small.ans', '01-small.txt', '01-small'])
      expect(findAnswer('secret/01-small', files('02.out', name))?.name).toBe(name);
    expect(findAnswer('secret/01-small', files('01-small.png', '1-small.out'))).toBeUndefined();
  });

  it('may be in the test’s folder, and is found there first', () => {
    const both = files('a/1.out', '1.out');
    expect(findAnswer('secret/a/1', both)?.name).toBe('a/1.out');
    expect(findAnswer('secret/b/1', both)?.name).toBe('1.out');
    expect(findAnswer('secret/a/1', files('secret/a/1.out'))?.name).toBe('secret/a/1.out');
  });

  it('is recommended to be called like the test without the leading folder', () => {
    expect(answerName('secret/01-small')).toBe('01-small.out');
    expect(answerName('secret/a/1')).toBe('a/1.out');
    for (const test of ['secret/01-small', 'secret/a/1', 'sample/1'])
      expect(findAnswer(test, files(answerName(test)))).toBeDefined();
  });

  it('is distinguished from files that answer nothing', () => {
    expect(strayAnswers(['secret/1', 'secret/2'], files('1.out', '3.out', '2'))).toEqual(['3.out']);
  });
});

describe('the verdict on an answer', () => {
  it('is wrong answer with the name of the file when it is missing', () => {
    expect(decideAnswer('secret/01-small', null)).toEqual({
      verdict: 'WA',
      reason: 'there is no answer to this test: the file 01-small.out is missing',
    });
  });

  it('is the validator’s', () => {
    expect(decideAnswer('secret/1', { kind: 'accepted' }).verdict).toBe('AC');
    expect(decideAnswer('secret/1', { kind: 'rejected', message: 'too long' })).toEqual({
      verdict: 'WA',
      reason: 'the validator rejected the answer: too long',
    });
    expect(decideAnswer('secret/1', { kind: 'trouble', message: 'exit status 1' }).verdict).toBe('JE');
  });
});
