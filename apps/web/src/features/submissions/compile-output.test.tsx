import { MantineProvider } from '@mantine/core';
import type { Judging } from '@sandglass/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CompileOutput } from './compile-output.tsx';

const shown = (
  verdict: Judging['verdict'],
  compile: Partial<NonNullable<Judging['compile']>> | null,
): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <CompileOutput
        of={{
          verdict,
          compile: compile && { success: true, output: 'unused variable', measurement: null, ...compile },
        }}
      />
    </MantineProvider>,
  );

describe('what the compiler said', () => {
  it('is folded away where the program was compiled, with any verdict, and open where it was not', () => {
    expect(shown('AC', {})).toMatch(/Compiler output.*Compiled, with messages/);
    expect(shown('WA', {})).toContain('Compiled, with messages');
    expect(shown('CE', { success: false })).toMatch(/Compile error.*unused variable/);
    expect(shown('CE', { success: false })).not.toContain('Compiled, with messages');
  });

  it('is not there where it said nothing, or has not come yet', () => {
    expect(shown('AC', { output: ' ' })).not.toContain('section');
    expect(shown(null, null)).not.toContain('section');
    expect(shown('CE', { success: false, output: '' })).toContain('The compiler printed nothing.');
  });
});
