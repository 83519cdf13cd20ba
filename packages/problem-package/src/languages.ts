/**
 * Language ids by file extension, as the format's table of languages has them. Callers with a
 * list of their own pass `guessLanguage` instead; nothing else here depends on this one.
 */
const byExtension: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ada: ['adb', 'ads'],
    bash: ['sh'],
    c: ['c'],
    cpp: ['cc', 'cpp', 'cxx', 'c++', 'C'],
    csharp: ['cs'],
    d: ['d'],
    dart: ['dart'],
    elixir: ['ex'],
    erlang: ['erl'],
    fortran: ['f90'],
    fsharp: ['fs'],
    go: ['go'],
    haskell: ['hs'],
    java: ['java'],
    javascript: ['js'],
    julia: ['jl'],
    kotlin: ['kt'],
    lisp: ['lisp', 'cl'],
    lua: ['lua'],
    nim: ['nim'],
    ocaml: ['ml'],
    pascal: ['pas'],
    perl: ['pm'],
    php: ['php'],
    prolog: ['pl'],
    python2: ['py2'],
    python3: ['py', 'py3'],
    racket: ['rkt'],
    ruby: ['rb'],
    rust: ['rs'],
    scala: ['scala'],
    swift: ['swift'],
    typescript: ['ts'],
    zig: ['zig'],
  }).flatMap(([language, extensions]) => extensions.map((extension) => [extension, language] as const)),
);

/** The one language all recognised files share; null when there is none, or more than one. */
export function guessLanguageByExtension(files: readonly string[]): string | null {
  const found = new Set<string>();
  for (const file of files) {
    const extension = file.slice(file.lastIndexOf('.') + 1);
    const language = byExtension.get(extension);
    if (language !== undefined) found.add(language);
  }
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}
