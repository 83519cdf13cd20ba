/**
 * Whether the class that a program of the Java virtual machine is to be started with is there and can be started.
 * Without it the virtual machine would say so at every test, as a run-time error; what cannot begin has not compiled.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readClass, type ClassFile, type Method } from './class-file.ts';
import { namesMainClass } from './jar-manifest.ts';
import type { Program } from './program.ts';

/** Null when it can be started, or when only the virtual machine knows; else what is wrong, for contestants. */
export async function whyNoEntry({ language, directory, entryPoint }: Program): Promise<string | null> {
  const { result } = language.compile;
  if (result.kind === 'file' && result.path.endsWith('.jar')) {
    // The compiler has looked for main, and names its class where it found one.
    if ((await namesMainClass(join(directory, result.path))) !== false) return null;
    return `There is no main to start, or more than one: ${language.name} programs have exactly one.`;
  }
  if (language.entryPoint !== 'main-class' || entryPoint === null) return null;
  return await whyNotStarted(entryPoint, (name) => read(directory, name));
}

type Answer = ClassFile | 'unknown' | null;

/** Java 25 starts more than one form of main (JEP 512). */
const javaWithInstanceMain = 69;

/**
 * The same for classes that `find` gives by their names (`a/B`): null for one that is not there, for instance of the library.
 */
export async function whyNotStarted(
  entryPoint: string,
  find: (name: string) => Promise<Answer>,
): Promise<string | null> {
  const first = await find(entryPoint.replaceAll('.', '/'));
  if (first === null)
    return `There is no class "${entryPoint}" to start: name the class with main as the entry point.`;
  if (first === 'unknown') return null;
  const isNew = first.major >= javaWithInstanceMain;
  const mains = await inheritedMains(first, isNew, find);
  // What is inherited from a class that is not here is unknown.
  if (mains === null) return null;
  const startable = mains.filter((method) => canStart(method, isNew));
  if (startable.some(({ isStatic }) => isStatic)) return null;
  if (startable.length > 0) return whyNoInstance(entryPoint, first);
  const java = `Java ${String(first.major - 44)}`;
  if (mains.length === 0)
    return `The class "${entryPoint}" has no method main: there is nothing to start. ${wanted(java, isNew)}`;
  return `No method main of the class "${entryPoint}" can be started. ${wanted(java, isNew)}`;
}

function wanted(java: string, isNew: boolean): string {
  return isNew
    ? `${java} starts a main that is not private, returns void and takes String[] or nothing.`
    : `${java} starts "public static void main(String[] args)" only.`;
}

function canStart({ descriptor, isPublic, isPrivate, isStatic }: Method, isNew: boolean): boolean {
  if (isNew) return !isPrivate && (descriptor === '([Ljava/lang/String;)V' || descriptor === '()V');
  return isPublic && isStatic && descriptor === '([Ljava/lang/String;)V';
}

/** An instance is made before its main is called. */
function whyNoInstance(entryPoint: string, { isAbstract, methods }: ClassFile): string | null {
  const isMade = methods.some(
    ({ name, descriptor, isPrivate }) => name === '<init>' && descriptor === '()V' && !isPrivate,
  );
  if (isMade && !isAbstract) return null;
  return `The main of the class "${entryPoint}" is not static, and no object of the class can be made: make main static, or the class one with a constructor without arguments.`;
}

/** All methods called main of the class and of those above it; null where one of these is not there. */
async function inheritedMains(
  first: ClassFile,
  isNew: boolean,
  find: (name: string) => Promise<Answer>,
): Promise<Method[] | null> {
  const mains: Method[] = [];
  const seen = new Set<string>();
  const waiting = [first];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // A static method of an interface is not inherited.
    const inherited =
      next === first || !next.isInterface ? next.methods : next.methods.filter(({ isStatic }) => !isStatic);
    mains.push(...inherited.filter(({ name }) => name === 'main'));
    if (next === first && mains.some((method) => canStart(method, isNew))) return mains;
    const above = [...(next.superClass === null ? [] : [next.superClass]), ...(isNew ? next.interfaces : [])];
    for (const name of above) {
      if (name === 'java/lang/Object' || seen.has(name)) continue;
      seen.add(name);
      const found = await find(name);
      if (found === null || found === 'unknown') return null;
      waiting.push(found);
    }
  }
  return mains;
}

async function read(directory: string, name: string): Promise<Answer> {
  let data: Buffer;
  // javac makes no such name; what is read stays in the program's folder all the same.
  if (name.split('/').some((part) => part === '' || part === '..')) return null;
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
