/**
 * Small programs that show whether a tool chain does what a judge needs: `programs/LANGUAGE/` holds one of each
 * kind for every language (called .txt, so that no formatter and no type checker takes them for ours). The tests judge
 * them, and so does `rootfs check`.
 */
import { readFileSync } from 'node:fs';
import type { LanguageDefinition } from './definition.ts';

/**
 * `sum` reads two integers from one line and prints their sum, `unicode` prints {@link unicodeText}, `wrong` does
 * not compile, `crash` fails when it runs, `burn` never ends.
 */
export const trialKinds = ['sum', 'unicode', 'wrong', 'crash', 'burn'] as const;
export type TrialKind = (typeof trialKinds)[number];

/** What `unicode` prints: letters of two, three and four bytes. */
export const unicodeText = 'żółć 日本語 Ω🜛';

/** A second implementation of a language is tried with the programs of the first. */
const folders: Readonly<Record<string, string>> = { pypy3: 'python3' };

export interface TrialProgram {
  /** As a contestant would call it. */
  readonly name: string;
  readonly text: string;
}

export function trialProgram(language: LanguageDefinition, kind: TrialKind): TrialProgram {
  const extension = language.extensions[0] ?? '';
  const folder = folders[language.id] ?? language.id;
  const file = new URL(`../programs/${folder}/${kind}.${extension}.txt`, import.meta.url);
  const stem = language.entryPoint === 'main-class' ? 'Main' : 'solution';
  return { name: `${stem}.${extension}`, text: readFileSync(file, 'utf8') };
}
