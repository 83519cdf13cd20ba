/**
 * What a Java source says of itself, as far as names of files and the main class depend on
 * it. Not a parser: words and punctuation are read one after the other, comments and literals
 * skipped, and declarations are noticed at the right depth of braces.
 *
 * The source is a stranger's and the reader is the api's or the judgehost's own thread, so every character is looked at
 * once: 128 KiB, the usual limit of a problem, take 2 to 15 ms. So this needs no worker.
 */
export interface JavaFacts {
  /** `a.b`; '' for the unnamed package. */
  readonly packageName: string;
  /** The public top-level type, whose name the file must have. */
  readonly publicType: string | null;
  /** Top-level types with `static void main(`, in order. */
  readonly mainTypes: readonly string[];
  /** Top-level types with a `void main()` of an instance, which Java 25 starts; none of the above. */
  readonly instanceMainTypes: readonly string[];
  /** `void main(` is outside of any type: a compact source file (Java 25), whose class is called like the file. */
  readonly isCompact: boolean;
}

const known = new WeakMap<object, JavaFacts>();

/** The same for a file, read once however many ask: placing the files and looking for the main class both do. */
export function factsOf(file: { readonly text?: string | undefined }): JavaFacts {
  const before = known.get(file);
  if (before !== undefined) return before;
  const facts = readJavaSource(file.text ?? '');
  known.set(file, facts);
  return facts;
}

export function readJavaSource(text: string): JavaFacts {
  const reader = new DeclarationReader();
  eachToken(text, (token) => reader.read(token));
  return reader.facts();
}

const typeWords: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'record']);

/** `void main ( final` is the longest that is looked back at. */
const kept = 4;

/** Fed with one token after the other; remembers what is before, never looks back. */
class DeclarationReader {
  #packageName: string | null = null;
  /** Parts of the name behind `package`, until its semicolon; null outside of it. */
  #packageParts: string[] | null = null;
  #publicType: string | null = null;
  readonly #mainTypes: string[] = [];
  readonly #instanceMainTypes: string[] = [];
  #isCompact = false;
  /** `class A` was read, its `{` not yet. */
  #declared: string | null = null;
  /** The type whose body is being read. */
  #type: string | null = null;
  #typeHasMain = false;
  #typeHasInstanceMain = false;
  /** Open braces of the type's body; 1 is directly in the type. */
  #depth = 0;
  #isPublic = false;
  #isStatic = false;
  /** The last tokens, in turn; the newest is at the position. */
  readonly #before = Array.from({ length: kept }, () => '');
  #position = 0;

  read(token: string): void {
    if (this.#type === null) this.#outside(token);
    else this.#inside(token);
    this.#position = (this.#position + 1) % kept;
    this.#before[this.#position] = token;
  }

  facts(): JavaFacts {
    this.#endType();
    return {
      packageName: this.#packageName ?? '',
      publicType: this.#publicType,
      mainTypes: this.#mainTypes,
      instanceMainTypes: this.#instanceMainTypes,
      isCompact: this.#isCompact,
    };
  }

  #outside(token: string): void {
    this.#readPackage(token);
    if (token === ';' || token === '}') this.#isPublic = false;
    else if (token === 'public') this.#isPublic = true;
    else if (token === '{') this.#beginType();
    else if (token === '(') this.#isCompact ||= this.#isVoidMain(1);
    else if (this.#declared === null && typeWords.has(this.#last(1)) && isName(token)) this.#declared = token;
  }

  #readPackage(token: string): void {
    if (this.#packageParts !== null) {
      if (token === ';') this.#packageName = this.#packageParts.join('');
      else if (token === '.' || isName(token)) {
        this.#packageParts.push(token);
        return;
      }
      this.#packageParts = null;
    } else if (token === 'package' && this.#packageName === null && this.#declared === null) {
      this.#packageParts = [];
    }
  }

  #beginType(): void {
    // A brace of no type, such as an annotation's list.
    if (this.#declared === null) return;
    this.#type = this.#declared;
    if (this.#isPublic) this.#publicType ??= this.#type;
    this.#declared = null;
    this.#isPublic = false;
    this.#isStatic = false;
    this.#typeHasMain = false;
    this.#typeHasInstanceMain = false;
    this.#depth = 1;
  }

  #endType(): void {
    if (this.#type !== null && this.#typeHasMain) this.#mainTypes.push(this.#type);
    else if (this.#type !== null && this.#typeHasInstanceMain) this.#instanceMainTypes.push(this.#type);
    this.#type = null;
  }

  #inside(token: string): void {
    if (token === '{') this.#depth += 1;
    if (this.#depth === 1 && !this.#typeHasMain && this.#isMain(token)) this.#typeHasMain = true;
    if (this.#depth === 1 && token === ')' && this.#last(1) === '(' && this.#isVoidMain(2))
      this.#typeHasInstanceMain = true;
    if (token === '}') {
      this.#depth -= 1;
      if (this.#depth === 0) this.#endType();
    }
    if (token === 'static') this.#isStatic = true;
    else if (token.length === 1 && ';{}()'.includes(token)) this.#isStatic = false;
  }

  /** `static … void main(`, or `void main(String` and `void main(final String`, ends with this token. */
  #isMain(token: string): boolean {
    if (token === '(') return this.#isStatic && this.#isVoidMain(1);
    if (token !== 'String') return false;
    const back = this.#last(1) === 'final' ? 2 : 1;
    return this.#last(back) === '(' && this.#isVoidMain(back + 1);
  }

  #isVoidMain(back: number): boolean {
    return this.#last(back) === 'main' && this.#last(back + 1) === 'void';
  }

  /** The token before the present one, or further back. */
  #last(back: number): string {
    return this.#before[(this.#position + 1 - back + kept) % kept] ?? '';
  }
}

const quote = 0x22;
const apostrophe = 0x27;
const backslash = 0x5c;
const slash = 0x2f;
const star = 0x2a;
const lineFeed = 0x0a;

/** Words and single characters of punctuation; white space, comments, strings, characters and text blocks are skipped. */
function eachToken(text: string, read: (token: string) => void): void {
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (code === slash && next === slash) at = behind(text, '\n', at);
    else if (code === slash && next === star) at = behind(text, '*/', at + 2);
    else if (code === quote || code === apostrophe) at = behindLiteral(text, at);
    else if (isWordAt(text, at)) {
      const from = at;
      do at += widthAt(text, at);
      while (at < text.length && isWordAt(text, at));
      read(text.slice(from, at));
    } else {
      if (code > 0x20) read(text.charAt(at));
      at += 1;
    }
  }
}

/** Where the text goes on after `mark`; its end when there is no mark. */
function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

/** A string and a character end at the line's end at the latest, a text block only at its own. */
function behindLiteral(text: string, from: number): number {
  const isBlock = text.startsWith('"""', from);
  const end = text.charCodeAt(from);
  for (let at = from + (isBlock ? 3 : 1); at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (isBlock ? text.startsWith('"""', at) : code === end) return at + (isBlock ? 3 : 1);
    else if (!isBlock && code === lineFeed) return at;
  }
  return text.length;
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) {
    return (
      (code >= 0x61 && code <= 0x7a) ||
      (code >= 0x41 && code <= 0x5a) ||
      (code >= 0x30 && code <= 0x39) ||
      code === 0x5f ||
      code === 0x24
    );
  }
  return /^[\p{L}\p{N}]/u.test(text.slice(at, at + 2));
}

function isName(token: string): boolean {
  return /^[\p{L}_$]/u.test(token);
}
