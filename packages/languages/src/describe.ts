/** A language as it is shown to people: the contracts' view of it. */
import type { Language } from '@sandglass/contracts';
import type { LanguageDefinition } from './definition.ts';
import { withoutExtension } from './file-name.ts';

/** @param versions as the connected judgehosts report them */
export function describeLanguage(language: LanguageDefinition, versions: readonly string[]): Language {
  const { compile, run } = language;
  return {
    id: language.id,
    name: language.name,
    extensions: [...language.extensions],
    entryPoint: language.entryPoint,
    editorMode: language.editorMode,
    versions: [...new Set(versions)],
    compileCommand: compile.shown ?? shown(language, compile.argv),
    runCommand: shown(language, run.argv),
  };
}

/** A template as a contestant would type it, in a folder with a usual program. */
function shown(language: LanguageDefinition, argv: readonly string[]): string {
  const { compiler, runtime } = language.programs;
  const extension = language.extensions[0] ?? '';
  const main = language.entryPoint === 'main-class' ? 'Main' : `main.${extension}`;
  const words: Readonly<Record<string, string>> = {
    '{compiler}': compiler.names[0] ?? 'compiler',
    '{runtime}': runtime?.names[0] ?? 'runtime',
    '{sources}': `*.${extension}`,
    '{program}/program': './program',
    '{program}': 'classes',
  };
  return argv
    .map(
      (element) =>
        words[element] ??
        element
          .replaceAll('{program}/', '')
          .replaceAll('{program}', '.')
          .replaceAll('{entry}', main)
          .replaceAll('{entryStem}', withoutExtension(main))
          .replaceAll(/\{(heap|stack|compileHeap)MiB\}/g, 'N'),
    )
    .join(' ');
}
