import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeErrors } from '@sandglass/judge';
import { ApiRefused, ApiUnreachable, JudgehostError, judgehostErrors, messageOf } from './errors.ts';

const docs = join(import.meta.dirname, '../../../../docs');
const manual = readFileSync(join(docs, 'judgehosts.md'), 'utf8');
/** Errors of the api, which have a page of their own and begin alike. */
const ofTheApi = new Set(readFileSync(join(docs, 'errors.md'), 'utf8').match(/^## [A-Z_]+$/gm));

describe('the errors of judging', () => {
  it('are all explained in docs/judgehosts.md, and none is explained that does not exist', () => {
    const named = manual.match(/\b(JUDGE|HOST)_[A-Z_]+[A-Z]\b/g) ?? [];
    const documented = new Set(named.filter((code) => !ofTheApi.has(`## ${code}`)));
    const existing = new Set([...Object.keys(judgeErrors), ...Object.keys(judgehostErrors)]);
    expect([...documented].sort()).toEqual([...existing].sort());
  });

  it('fill their values into the text', () => {
    const error = new JudgehostError('HOST_DISK', { folder: '/data', cause: 'no space left' });
    expect(error.message).toBe('The file cache at /data cannot be written: no space left');
  });

  it('distinguish a refusal from an api that cannot be reached', () => {
    expect(new ApiRefused('the claim', 403, 'JUDGEHOST_DISABLED', 'off').code).toBe('HOST_API_REFUSED');
    expect(new ApiUnreachable('http://api', 'down').code).toBe('HOST_API_UNREACHABLE');
  });

  it('have words even where the cause has none', () => {
    expect(messageOf(Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }))).toBe(
      'ECONNREFUSED',
    );
    expect(messageOf('text')).toBe('text');
  });
});
