import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkoutRoot } from '../platform/checkout.ts';
import { flakyTests } from './flaky-tests.ts';

it('the known flaky tests are in files that are there, each once, with a date and a reason', () => {
  for (const { file, since, reason } of flakyTests) {
    expect(existsSync(join(checkoutRoot, file)), file).toBe(true);
    expect(new Date(since).toISOString().slice(0, 10), since).toBe(since);
    expect(reason.trim(), file).not.toBe('');
  }
  expect(new Set(flakyTests.map(({ file, name }) => `${file} > ${name}`)).size).toBe(flakyTests.length);
});
