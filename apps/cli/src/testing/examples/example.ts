/**
 * Packages in the shape of the example problems that others publish: their keys, folders, validators and features, with
 * programs of ours that are to get the verdicts which theirs are to get.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface ExamplePackage {
  /** Whose example has this shape. */
  readonly like: string;
  readonly files: Readonly<Record<string, string>>;
  /** Codes of the complaints about it, in byte order; each once. */
  readonly complaints: readonly string[];
  /** What is said where it is not judged; absent: its submissions are judged as their folders say. */
  readonly refused?: RegExp;
  /** Submissions whose verdict is to be exactly this, of several that their folder allows. */
  readonly verdicts?: Readonly<Record<string, string>>;
}

/** Writes it to a folder of its own below `folder`. @returns its path */
export async function writeExample(
  folder: string,
  name: string,
  { files }: Pick<ExamplePackage, 'files'>,
): Promise<string> {
  const root = join(folder, name);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

/** Test cases: name below data/ → input and answer. */
export function testCases(
  cases: Readonly<Record<string, readonly [input: string, answer: string]>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(cases).flatMap(([name, [input, answer]]) => [
      [`data/${name}.in`, input],
      [`data/${name}.ans`, answer],
    ]),
  );
}

/** Never ends, and uses the processor. */
export const spin = 'for (volatile long n = 0;; n++) {}';
