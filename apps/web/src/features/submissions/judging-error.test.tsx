import type { Judging } from '@sandglass/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { JudgingError } from './judging-error.tsx';

const shown = (judging: Partial<Judging>): string =>
  renderToStaticMarkup(
    <JudgingError of={{ valid: true, verdict: null, error: 'try 1 on kiln: E', ...judging } as Judging} />,
  );

describe('the log of a judging', () => {
  it('is an error that teams see as pending where the judging counts and ended in one', () => {
    expect(shown({ verdict: 'JE' })).toMatch(
      /role="alert".*Teams see the submission as pending.*try 1 on kiln/,
    );
  });

  it('is a quiet note where another try came to a verdict, where it goes on, and where the judging does not count', () => {
    for (const judging of [{ verdict: 'AC' }, { verdict: null }, { verdict: 'JE', valid: false }] as const) {
      const html = shown(judging);
      expect(html).toMatch(/Tries that failed.*try 1 on kiln/);
      expect(html).not.toMatch(/alert|pending/);
    }
  });

  it('is not there where nothing failed', () => {
    expect(shown({ verdict: 'AC', error: null })).toBe('');
  });
});
