import type { Judging } from '@sandglass/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { JudgingError } from './judging-error.tsx';

const shown = (judging: Partial<Judging>): string =>
  renderToStaticMarkup(
    <JudgingError
      of={{ valid: true, verdict: null, error: 'try 1 on kiln: E', tests: [], ...judging } as Judging}
    />,
  );

describe('the log of a judging', () => {
  it('is an error that waits for the jury where the judging counts and ended in one', () => {
    expect(shown({ verdict: 'JE' })).toMatch(
      /role="alert".*<strong>Try 1 on kiln: E<.*sees “Waiting for the jury”.*try 1 on kiln/,
    );
  });

  it('is headed by what the test itself says, where a test could not be judged', () => {
    const test = {
      ordinal: 2,
      verdict: 'JE',
      reason: 'the validator failed: exit status 3',
      validatorMessage: 'assertion failed: answer file has no second line',
    } as Judging['tests'][number];
    expect(shown({ verdict: 'JE', tests: [test] })).toMatch(
      /<strong>Test 3: the validator failed: exit status 3<.*assertion failed: answer file.*try 1 on kiln/,
    );
  });

  it('is a quiet note where another try came to a verdict, where it goes on, and where the judging does not count', () => {
    for (const judging of [{ verdict: 'AC' }, { verdict: null }, { verdict: 'JE', valid: false }] as const) {
      const html = shown(judging);
      expect(html).toMatch(/Failed attempts.*try 1 on kiln/);
      expect(html).not.toMatch(/alert|Waiting/);
    }
  });

  it('is not there where nothing failed', () => {
    expect(shown({ verdict: 'AC', error: null })).toBe('');
  });
});
