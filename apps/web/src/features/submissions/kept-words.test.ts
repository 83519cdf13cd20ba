import { describe, expect, it } from 'vitest';
import { keptWords } from './kept-words.ts';

const side = (text: string, bytes = text.length) => ({
  text,
  bytes,
  truncated: bytes > text.length,
  url: '',
});

describe('the note over two outputs', () => {
  it('says of each side how much of it there is, and nothing of one that is whole', () => {
    const long = side('x'.repeat(32 * 1024), 8 * 1024 ** 2);
    expect(keptWords(side('6 B\n..'), long)).toBe('The first 32 KiB of 8 MiB printed are kept.');
    expect(keptWords(long, side('6'))).toBe('The first 32 KiB of 8 MiB expected are shown.');
    expect(keptWords(long, long)).toBe(
      'The first 32 KiB of 8 MiB printed are kept. The first 32 KiB of 8 MiB expected are shown.',
    );
    expect(keptWords(side('6'), side('7'))).toBe('');
  });
});
