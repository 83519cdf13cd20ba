import { describe, expect, it } from 'vitest';
import { includedFor } from './included-files.ts';

describe('the files a package adds to submissions', () => {
  const includes = [{ language: 'default' }, { language: 'python3' }];

  it('are those of the language, or else those for every language', () => {
    expect(includedFor(includes, 'python3')).toEqual({ language: 'python3' });
    expect(includedFor(includes, 'cpp')).toEqual({ language: 'default' });
    expect(includedFor([{ language: 'python3' }], 'cpp')).toBeUndefined();
  });
});
