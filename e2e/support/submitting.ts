import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { checkoutRoot } from '@sandglass/testing';
import type { Locator, Page } from 'playwright-core';

/** A jury submission of the sample problems, such as `sum/submissions/accepted/sum.cpp`. */
export async function sample(path: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await readFile(join(checkoutRoot, 'samples/problems', path));
  return { name: basename(path), mimeType: 'text/plain', buffer };
}

/** The panel beside the statement. */
export function submitForm(page: Page, label: string): Locator {
  return page.getByRole('form', { name: `Submit to ${label}` });
}

/** Hands in one file on the problem's page and waits for the submission's own page. */
export async function submitFile(page: Page, contest: string, label: string, path: string): Promise<void> {
  await page.goto(`/contests/${contest}/problems/${label}`);
  const form = submitForm(page, label);
  await form.getByText('Files', { exact: true }).click();
  await form.locator('input[type=file]').setInputFiles(await sample(path));
  await form.getByRole('button', { name: `Submit to ${label}` }).click();
  await page.waitForURL(/\/submissions\/[0-9a-f-]{36}/);
}

/** The verdict at the head of a submission's page, once it is this one. */
export function verdictAtHead(page: Page, verdict: string): Locator {
  return page.getByTestId('verdict').locator(`[data-verdict="${verdict}"]`);
}
