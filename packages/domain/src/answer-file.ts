/** Submit-answer problems: which of the files handed in answers which test, and the verdict on it. */
import type { Validation, RunDecision } from './decide-run.ts';

/** Endings an answer file may have, the recommended one first. */
const endings = ['.out', '.ans', '.txt', ''] as const;

/** `secret/huge/03` → `secret/huge/03`, `huge/03`, `03`: the exact name first. */
function namesOf(test: string): string[] {
  const parts = test.split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
}

/** What the answer to this test is best called: its name without the leading folder. */
export function answerName(test: string): string {
  return `${test.replace(/^(sample|secret)\//, '')}${endings[0]}`;
}

/**
 * The file that answers a test; undefined when there is none. A longer name counts before a shorter one, so that
 * tests of the same name in two groups differ by their folders.
 */
export function findAnswer<File extends { readonly name: string }>(
  test: string,
  files: readonly File[],
): File | undefined {
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const name of namesOf(test)) {
    for (const ending of endings) {
      const file = byName.get(`${name}${ending}`);
      if (file !== undefined) return file;
    }
  }
  return undefined;
}

/** Files that answer none of the tests: a mistake, to be reported before the submission is judged. */
export function strayAnswers(
  tests: readonly string[],
  files: readonly { readonly name: string }[],
): string[] {
  const used = new Set(tests.map((test) => findAnswer(test, files)?.name));
  return files.map(({ name }) => name).filter((name) => !used.has(name));
}

/** The verdict on one test. @param validation null: no file answers it */
export function decideAnswer(test: string, validation: Validation | null): RunDecision {
  if (validation === null)
    return {
      verdict: 'WA',
      reason: `there is no answer to this test: the file ${answerName(test)} is missing`,
    };
  const message = validation.message?.trim() ?? '';
  const reasonOf = (text: string): string => (message === '' ? text : `${text}: ${message}`).slice(0, 2000);
  switch (validation.kind) {
    case 'accepted':
      return { verdict: 'AC', reason: reasonOf('the validator accepted the answer') };
    case 'rejected':
      return { verdict: validation.verdict ?? 'WA', reason: reasonOf('the validator rejected the answer') };
    case 'trouble':
      return { verdict: 'JE', reason: reasonOf('the validator failed') };
  }
}
