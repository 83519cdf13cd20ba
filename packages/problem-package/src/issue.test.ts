import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PackageError, formatIssue, makeIssue } from './issue.ts';
import { issueCatalogue, type IssueCode } from './issue-catalogue.ts';

const manual = readFileSync(new URL('../../../docs/problem-packages.md', import.meta.url), 'utf8');
/** Rows of the manual's tables of complaints. */
const documented = new Map(
  [...manual.matchAll(/^\| `([a-z-]+)` \| (error|warning) \| (.+) \|$/gm)].map((row) => [row[1] ?? '', row]),
);

describe('the catalogue of issues', () => {
  it('and the manual name the same codes', () => {
    expect([...documented.keys()].toSorted()).toEqual(Object.keys(issueCatalogue).toSorted());
  });

  it.each(Object.keys(issueCatalogue) as IssueCode[])('and the manual agree on how bad %s is', (code) => {
    expect(documented.get(code)?.[2]).toBe(issueCatalogue[code].severity);
  });
});

describe('an issue', () => {
  it('has the values in its message and the place before it', () => {
    const issue = makeIssue(
      'answer-missing',
      'data/1.in',
      { expected: 'data/1.ans' },
      { line: 2, column: 3 },
    );
    expect(formatIssue(issue)).toBe('data/1.in:2:3: The input has no answer file; data/1.ans is missing.');
  });

  it('keeps braces of values as they are', () => {
    expect(makeIssue('constant-unknown', '', { name: '{name}$&' }).message).toContain('"{name}$&"');
  });

  it('is thrown with others as one error that carries them all', () => {
    const error = new PackageError([makeIssue('text-bom', 'a'), makeIssue('yaml-aliases', 'b')]);
    expect(error).toMatchObject({ name: 'PackageError', code: 'text-bom' });
    expect(error.message.split('\n')).toHaveLength(2);
  });
});
