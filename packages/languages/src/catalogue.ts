/** The languages there are. A new one is a file in `languages/` and a line here. */
import type { LanguageDefinition } from './definition.ts';
import { LanguageError } from './errors.ts';
import { ada } from './languages/ada.ts';
import { awk } from './languages/awk.ts';
import { bash } from './languages/bash.ts';
import { c } from './languages/c.ts';
import { cobol } from './languages/cobol.ts';
import { cpp } from './languages/cpp.ts';
import { csharp } from './languages/csharp.ts';
import { d } from './languages/d.ts';
import { erlang } from './languages/erlang.ts';
import { fortran } from './languages/fortran.ts';
import { go } from './languages/go.ts';
import { haskell } from './languages/haskell.ts';
import { java } from './languages/java.ts';
import { javascript } from './languages/javascript.ts';
import { kotlin } from './languages/kotlin.ts';
import { lisp } from './languages/lisp.ts';
import { lua } from './languages/lua.ts';
import { nim } from './languages/nim.ts';
import { objectivec } from './languages/objectivec.ts';
import { ocaml } from './languages/ocaml.ts';
import { pascal } from './languages/pascal.ts';
import { perl } from './languages/perl.ts';
import { php } from './languages/php.ts';
import { pypy3 } from './languages/pypy3.ts';
import { prolog } from './languages/prolog.ts';
import { python3 } from './languages/python3.ts';
import { r } from './languages/r.ts';
import { ruby } from './languages/ruby.ts';
import { rust } from './languages/rust.ts';
import { scala } from './languages/scala.ts';
import { scheme } from './languages/scheme.ts';
import { typescript } from './languages/typescript.ts';

export const languages: readonly LanguageDefinition[] = [
  c,
  cpp,
  java,
  python3,
  pypy3,
  kotlin,
  go,
  rust,
  csharp,
  javascript,
  typescript,
  php,
  ruby,
  perl,
  lua,
  bash,
  haskell,
  ocaml,
  pascal,
  fortran,
  d,
  nim,
  ada,
  scala,
  lisp,
  prolog,
  r,
  awk,
  erlang,
  scheme,
  objectivec,
  cobol,
];

const byId = new Map(languages.map((language) => [language.id, language]));

export function findLanguage(id: string): LanguageDefinition | null {
  return byId.get(id) ?? null;
}

/** @throws LanguageError LANGUAGE_UNKNOWN */
export function languageById(id: string): LanguageDefinition {
  const language = findLanguage(id);
  if (language !== null) return language;
  throw new LanguageError('LANGUAGE_UNKNOWN', { id, known: languages.map((known) => known.id).join(', ') });
}
