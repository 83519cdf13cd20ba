/**
 * Whether the class that a program of the Java virtual machine is to be started with is there and can be started.
 * Without it the virtual machine would say so at every test, as a run-time error; what cannot begin has not compiled.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namesMainClass } from './jar-manifest.ts';
import type { Program } from './program.ts';

/** Null when it can be started, or when only the virtual machine could tell; else what is wrong, for contestants. */
export async function whyNoEntry({ language, directory, entryPoint }: Program): Promise<string | null> {
  const { result } = language.compile;
  if (result.kind === 'file' && result.path.endsWith('.jar')) {
    // The compiler has looked for main, and names its class where it found one.
    if ((await namesMainClass(join(directory, result.path))) !== false) return null;
    return `There is no main to start, or more than one: ${language.name} programs have exactly one.`;
  }
  if (language.entryPoint !== 'main-class' || entryPoint === null) return null;
  const wanted = entryPoint.replaceAll('.', '/');
  const first = await read(directory, wanted);
  if (first === null)
    return `There is no class "${entryPoint}" to start: name the class with main as the entry point.`;
  // A main may be inherited; a class from elsewhere may have one.
  const seen = new Set<string>();
  for (let facts: ClassFacts | 'unknown' | null = first; ;) {
    if (facts === null || facts === 'unknown' || facts.methods.has('main')) return null;
    const next: string | null = facts.superClass;
    if (next === null || next === 'java/lang/Object' || seen.has(next))
      return `The class "${entryPoint}" has no method main: there is nothing to start.`;
    seen.add(next);
    facts = await read(directory, next);
  }
}

interface ClassFacts {
  readonly superClass: string | null;
  readonly methods: ReadonlySet<string>;
}

async function read(directory: string, name: string): Promise<ClassFacts | 'unknown' | null> {
  let data: Buffer;
  try {
    data = await readFile(join(directory, `${name}.class`));
  } catch {
    return null;
  }
  try {
    return readClass(data);
  } catch {
    return 'unknown';
  }
}

/**
 * Superclass and names of methods of a class file (The Java Virtual Machine Specification, chapter 4).
 * @throws RangeError for what is no class file of a known form
 */
export function readClass(data: Buffer): ClassFacts {
  let at = 8;
  const u2 = (): number => data.readUInt16BE((at += 2) - 2);
  const u4 = (): number => data.readUInt32BE((at += 4) - 4);
  if (data.readUInt32BE(0) !== 0xcafebabe) throw new RangeError('no class file');
  const texts = new Map<number, string>();
  const classes = new Map<number, number>();
  const constants = u2();
  for (let index = 1; index < constants; index += 1) {
    const tag = data.readUInt8(at);
    at += 1;
    if (tag === 1) {
      const length = u2();
      texts.set(index, data.toString('utf8', at, at + length));
      at += length;
    } else if (tag === 7) classes.set(index, u2());
    else {
      const bytes = constantBytes[tag];
      if (bytes === undefined) throw new RangeError('a constant of an unknown kind');
      at += bytes;
      // Long and double take two places (4.4.5).
      if (tag === 5 || tag === 6) index += 1;
    }
  }
  const skipAttributes = (): void => {
    for (let left = u2(); left > 0; left -= 1) {
      at += 2;
      const length = u4();
      at += length;
    }
  };
  // Access flags and this class.
  at += 4;
  const superClass = texts.get(classes.get(u2()) ?? 0) ?? null;
  const interfaces = u2();
  at += 2 * interfaces;
  const members = (): Set<string> => {
    const names = new Set<string>();
    for (let left = u2(); left > 0; left -= 1) {
      at += 2;
      names.add(texts.get(u2()) ?? '');
      at += 2;
      skipAttributes();
    }
    return names;
  };
  members();
  return { superClass, methods: members() };
}

/** Of a constant after its tag, where that does not depend on the content (table 4.4-B). */
const constantBytes: Readonly<Record<number, number>> = {
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  8: 2,
  9: 4,
  10: 4,
  11: 4,
  12: 4,
  15: 3,
  16: 2,
  17: 4,
  18: 4,
  19: 2,
  20: 2,
};
