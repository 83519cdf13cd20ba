import { languageSchema } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { findLanguage, languageById, languages } from './catalogue.ts';
import { compileCommand, runCommand } from './command.ts';
import { languageDefinitionSchema } from './definition.ts';
import { describeLanguage } from './describe.ts';
import { LanguageError } from './errors.ts';

describe.each(languages.map((language) => [language.id, language] as const))(
  'language %s',
  (id, language) => {
    it('is a whole definition', () => {
      expect(languageDefinitionSchema.parse(language)).toEqual(language);
    });

    it('is shown as the contracts want it, without a hole left', () => {
      const shown = describeLanguage(language, ['1.0', '1.0', '1.1']);
      expect(languageSchema.parse(shown)).toEqual(shown);
      expect(shown.versions).toEqual(['1.0', '1.1']);
      expect(`${shown.compileCommand} ${shown.runCommand}`).not.toMatch(/[{}]/);
    });

    it('fills every hole of its templates', () => {
      const files = [{ name: `a.${language.extensions[0] ?? ''}`, text: '' }];
      const compile = compileCommand(language, { files, memoryBytes: 1024 ** 3 });
      const run = runCommand(language, { entryPoint: compile.entryPoint, memoryBytes: 1024 ** 3 });
      expect([...compile.argv, ...run.argv].join(' ')).not.toMatch(/[{}]/);
      expect(compile.argv[0]).toMatch(/^\/usr\/bin\//);
      expect(run.argv.every((argument) => argument !== '')).toBe(true);
    });

    it('is found by its id', () => {
      expect(languageById(id)).toBe(language);
    });
  },
);

describe('the catalogue', () => {
  it('has no id and no extension twice', () => {
    const ids = languages.map((language) => language.id);
    const extensions = languages.flatMap((language) => language.extensions);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(extensions).size).toBe(extensions.length);
  });

  it('uses the ids of the CLICS registry', () => {
    expect(languages.map((language) => language.id)).toEqual(['c', 'cpp', 'java', 'python3']);
  });

  it('names the languages there are when one is unknown', () => {
    expect(findLanguage('cobol')).toBeNull();
    expect(() => languageById('cobol')).toThrow(
      new LanguageError('LANGUAGE_UNKNOWN', { id: 'cobol', known: 'c, cpp, java, python3' }),
    );
  });
});
