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
      const filled = [...compile.argv, ...run.argv, ...Object.values({ ...compile.env, ...run.env })];
      expect(filled.join(' ')).not.toMatch(/\{\w+\}/);
      expect(compile.argv[0]).toMatch(/^\//);
      expect(run.argv.every((argument) => argument !== '')).toBe(true);
    });

    it('is found by its id', () => {
      expect(languageById(id)).toBe(language);
    });
  },
);

describe('the catalogue', () => {
  it('has no id twice, and no extension for which two languages would be guessed', () => {
    const ids = languages.map((language) => language.id);
    const extensions = languages
      .filter(({ guess }) => guess.byExtension)
      .flatMap(({ extensions: all, guess: { shared } }) =>
        all.filter((extension) => shared?.extensions.includes(extension) !== true),
      );
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(extensions).size).toBe(extensions.length);
  });

  it('begins with the four that every contest has, by their ids in the CLICS registry', () => {
    expect(languages.slice(0, 4).map((language) => language.id)).toEqual(['c', 'cpp', 'java', 'python3']);
  });

  it('names the languages there are when one is unknown', () => {
    expect(findLanguage('smalltalk')).toBeNull();
    expect(() => languageById('smalltalk')).toThrow(
      new LanguageError('LANGUAGE_UNKNOWN', {
        id: 'smalltalk',
        known: languages.map(({ id }) => id).join(', '),
      }),
    );
  });
});
