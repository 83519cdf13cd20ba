import { StreamLanguage, type LanguageSupport, type StreamParser } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

type Loader = () => Promise<LanguageSupport | Extension>;

const legacy =
  (load: () => Promise<StreamParser<unknown>>): Loader =>
  async () =>
    StreamLanguage.define(await load());

/** A highlighter per editor mode of the language catalogue, fetched when the first file needs it. */
const loaders: Readonly<Record<string, Loader>> = {
  cpp: async () => (await import('@codemirror/lang-cpp')).cpp(),
  java: async () => (await import('@codemirror/lang-java')).java(),
  python: async () => (await import('@codemirror/lang-python')).python(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript(),
  typescript: async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true }),
  rust: async () => (await import('@codemirror/lang-rust')).rust(),
  go: legacy(async () => (await import('@codemirror/legacy-modes/mode/go')).go),
  kotlin: legacy(async () => (await import('@codemirror/legacy-modes/mode/clike')).kotlin),
  scala: legacy(async () => (await import('@codemirror/legacy-modes/mode/clike')).scala),
  csharp: legacy(async () => (await import('@codemirror/legacy-modes/mode/clike')).csharp),
  ruby: legacy(async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby),
  haskell: legacy(async () => (await import('@codemirror/legacy-modes/mode/haskell')).haskell),
  ocaml: legacy(async () => (await import('@codemirror/legacy-modes/mode/mllike')).oCaml),
  perl: legacy(async () => (await import('@codemirror/legacy-modes/mode/perl')).perl),
  lua: legacy(async () => (await import('@codemirror/legacy-modes/mode/lua')).lua),
  shell: legacy(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell),
  pascal: legacy(async () => (await import('@codemirror/legacy-modes/mode/pascal')).pascal),
  commonlisp: legacy(async () => (await import('@codemirror/legacy-modes/mode/commonlisp')).commonLisp),
  scheme: legacy(async () => (await import('@codemirror/legacy-modes/mode/scheme')).scheme),
  erlang: legacy(async () => (await import('@codemirror/legacy-modes/mode/erlang')).erlang),
  cobol: legacy(async () => (await import('@codemirror/legacy-modes/mode/cobol')).cobol),
  objectivec: legacy(async () => (await import('@codemirror/legacy-modes/mode/clike')).objectiveC),
  r: legacy(async () => (await import('@codemirror/legacy-modes/mode/r')).r),
};

const otherNames: Readonly<Record<string, string>> = {
  c: 'cpp',
  'c++': 'cpp',
  clike: 'cpp',
  py: 'python',
  python3: 'python',
  js: 'javascript',
  ts: 'typescript',
  kt: 'kotlin',
  bash: 'shell',
  sh: 'shell',
  hs: 'haskell',
  rs: 'rust',
  cs: 'csharp',
};

/** Highlighting for a mode or a file's extension; nothing for one we do not know. */
export async function codeLanguage(mode: string): Promise<Extension> {
  const known = mode.toLowerCase();
  const load = loaders[known] ?? loaders[otherNames[known] ?? ''];
  return load === undefined ? [] : await load();
}
