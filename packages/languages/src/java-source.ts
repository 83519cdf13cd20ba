/**
 * What a Java source says of itself, as far as names of files and the main class depend on
 * it. Not a parser: comments and literals are blanked, then declarations are looked for at
 * the right depth of braces.
 */
export interface JavaFacts {
  /** `a.b`; '' for the unnamed package. */
  readonly packageName: string;
  /** The public top-level type, whose name the file must have. */
  readonly publicType: string | null;
  /** Top-level types with `static void main(`, in order. */
  readonly mainTypes: readonly string[];
}

export function readJavaSource(text: string): JavaFacts {
  const code = blank(text);
  const topLevel = types(code);
  return {
    packageName: /^\s*package\s+([\w.]+)\s*;/m.exec(code)?.[1] ?? '',
    publicType: topLevel.find((type) => type.isPublic)?.name ?? null,
    mainTypes: topLevel.filter((type) => hasMain(type.body)).map((type) => type.name),
  };
}

interface TopLevelType {
  readonly name: string;
  readonly isPublic: boolean;
  readonly body: string;
}

/** Comments, strings, characters and text blocks become spaces; line breaks stay. */
function blank(text: string): string {
  const literal =
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/g;
  return text.replaceAll(literal, (found) => found.replaceAll(/[^\n]/g, ' '));
}

function types(code: string): TopLevelType[] {
  const found: TopLevelType[] = [];
  const declaration = /\b(?:class|interface|enum|record)\s+([\p{L}_$][\p{L}\p{N}_$]*)/gu;
  let from = 0;
  while (from < code.length) {
    declaration.lastIndex = from;
    const match = declaration.exec(code);
    const name = match?.[1];
    if (match === null || name === undefined) break;
    const open = code.indexOf('{', match.index);
    if (open === -1) break;
    const close = closingBrace(code, open);
    const modifiers = code.slice(from, match.index);
    const isPublic = /\bpublic\b[^;}]*$/.test(modifiers);
    found.push({ name, isPublic, body: code.slice(open + 1, close) });
    from = close + 1;
  }
  return found;
}

function closingBrace(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    else if (code[at] === '}' && --depth === 0) return at;
  }
  return code.length;
}

/** `main` directly in the type, not in a nested one. */
function hasMain(body: string): boolean {
  const main = /\bstatic\b[^;{}()]*\bvoid\s+main\s*\(|\bvoid\s+main\s*\(\s*(?:final\s+)?String/g;
  for (const match of body.matchAll(main)) {
    const before = body.slice(0, match.index);
    if (count(before, '{') === count(before, '}')) return true;
  }
  return false;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
