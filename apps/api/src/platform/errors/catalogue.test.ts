import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ApiError, fieldErrors } from './api-error.ts';
import { catalogue, type ErrorEntry } from './catalogue.ts';
import { docsPath, renderErrorDocs } from './docs.ts';

const source = fileURLToPath(new URL('../..', import.meta.url));

function sourceText(): string {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.endsWith('.ts') &&
        !name.endsWith('.test.ts') &&
        !name.startsWith('generated') &&
        !name.endsWith('catalogue.ts'),
    )
    .map((name) => readFileSync(join(source, name), 'utf8'))
    .join('\n');
}

describe('the error catalogue', () => {
  it('is what docs/errors.md says, word for word', () => {
    expect(readFileSync(docsPath, 'utf8')).toBe(renderErrorDocs());
  });

  it('has no code that docs/errors.md lacks, and the other way round', () => {
    const documented = [...readFileSync(docsPath, 'utf8').matchAll(/^## ([A-Z_]+)$/gm)].map(
      (match) => match[1],
    );
    expect(new Set(documented)).toEqual(new Set(Object.keys(catalogue)));
  });

  it('has no code that nothing uses', () => {
    const text = sourceText();
    expect(Object.keys(catalogue).filter((code) => !text.includes(`'${code}'`))).toEqual([]);
  });

  it('speaks to people: not of tokens, headers, codes or routes, but to those who work with tokens', () => {
    const technical = [
      /token|header|csrf|cookie|session|route|multipart|base64|content-type|status|\bcode\b|x-/i,
      /\/api\b|\b(GET|POST|PUT|PATCH|DELETE)\b|SANDGLASS_/,
    ];
    const forMachines = [
      'JUDGEHOST_TOKEN_WRONG',
      'REGISTRATION_TOKEN_WRONG',
      'REGISTRATION_TOKEN_UNKNOWN',
      'JUDGEHOST_NAME_WRONG',
      'JUDGE_TASK_LEASE_LOST',
      'LIVE_STREAMS_TOO_MANY',
    ];
    const speaking = Object.entries<ErrorEntry>(catalogue)
      .filter(([, { title, message }]) => technical.some((words) => words.test(`${title} ${message}`)))
      .map(([code]) => code);
    expect(speaking.toSorted()).toEqual(forMachines.toSorted());
  });

  it('has statuses of errors only', () => {
    for (const { status } of Object.values(catalogue)) expect(status).toBeGreaterThanOrEqual(400);
  });
});

describe('an api error', () => {
  it('fills the values into its message', () => {
    expect(new ApiError('CONTEST_UNKNOWN', { contest: 'x' }).message).toBe('There is no contest "x".');
  });

  it('becomes problem details with code, status and request id', () => {
    const details = new ApiError('CONTEST_UNKNOWN', { contest: 'x' }).toProblemDetails('r1');
    expect(details).toMatchObject({
      status: 404,
      code: 'CONTEST_UNKNOWN',
      instance: 'r1',
      type: '/docs/errors#contest-unknown',
    });
  });

  it('of several fields names the first and counts the others', () => {
    const error = fieldErrors('SUBMISSION_INVALID', [
      { path: 'problem', message: 'is unknown' },
      { path: 'language', message: 'is unknown' },
    ]);
    expect(error.message).toBe('The submission is not accepted: problem is unknown (and 1 more)');
    expect(error.fields).toHaveLength(2);
  });
});
