/** A language as it is shown to people: the contracts' view of it. */
import type { Language } from '@sandglass/contracts';
import type { LanguageDefinition } from './definition.ts';

/** What the holes of a template look like to a contestant. */
function shown(argv: readonly string[], files: string): string {
  const words: Readonly<Record<string, string>> = {
    '{sources}': files,
    '{program}/program': './program',
    '{program}/{entry}': files,
    '{program}': 'classes',
    '{entry}': 'Main',
  };
  return argv
    .map((element) => words[element] ?? element.replaceAll(/\{(heap|stack|compileHeap)MiB\}/g, 'N'))
    .join(' ');
}

/** @param versions as the connected judgehosts report them */
export function describeLanguage(language: LanguageDefinition, versions: readonly string[]): Language {
  const files = `*.${language.extensions[0] ?? ''}`;
  const { compiler, runtime } = language.programs;
  const named = (argv: readonly string[]) =>
    argv.map((element) =>
      element === '{compiler}'
        ? (compiler.names[0] ?? element)
        : element === '{runtime}'
          ? (runtime?.names[0] ?? element)
          : element,
    );
  return {
    id: language.id,
    name: language.name,
    extensions: [...language.extensions],
    entryPoint: language.entryPoint,
    editorMode: language.editorMode,
    versions: [...new Set(versions)],
    compileCommand: shown(named(language.compile.argv), files),
    runCommand: shown(named(language.run.argv), language.entryPoint === 'main-file' ? 'main.py' : files),
  };
}
