import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { checkoutRoot } from '@sandglass/testing';
import type { Locator, Page, Request } from 'playwright-core';

/** A jury submission of the sample problems, such as `sum/submissions/accepted/sum.cpp`. */
export async function sample(path: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await readFile(join(checkoutRoot, 'samples/problems', path));
  return { name: basename(path), mimeType: 'text/plain', buffer };
}

/** The panel beside the statement. */
export function submitForm(page: Page, label: string): Locator {
  return page.getByRole('form', { name: `Submit to ${label}` });
}

/** Chooses one file on the problem's page. */
export async function chooseFile(
  page: Page,
  label: string,
  path = 'sum/submissions/accepted/sum.cpp',
): Promise<Locator> {
  const form = submitForm(page, label);
  await form.getByText('Files', { exact: true }).click();
  await form.locator('input[type=file]').setInputFiles(await sample(path));
  // It has been read.
  await form.getByText(basename(path), { exact: true }).waitFor();
  return form;
}

/** Opens the editor on the problem's page, with the cursor in it. */
export async function openEditor(page: Page, label: string): Promise<{ form: Locator; editor: Locator }> {
  const form = submitForm(page, label);
  await form.getByText('Editor', { exact: true }).click();
  const editor = form.locator('.cm-content');
  await editor.click();
  return { form, editor };
}

/** Whether the browser window, less what covers its bottom, has the whole of it. */
export async function isInSight(part: Locator, height: number): Promise<boolean> {
  const box = await part.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

/** By which a submission is known again that was sent twice. */
export function keyOf(request: Request): string {
  const body = request.postDataJSON() as { idempotencyKey: string };
  return body.idempotencyKey;
}

/** Hands in one file on the problem's page and waits for the submission's own page. */
export async function submitFile(page: Page, contest: string, label: string, path: string): Promise<void> {
  await page.goto(`/contests/${contest}/problems/${label}`);
  const form = await chooseFile(page, label, path);
  await form.getByRole('button', { name: `Submit to ${label}` }).click();
  await page.waitForURL(/\/submissions\/[0-9a-f-]{36}/);
}

/** The verdict at the head of a submission's page, once it is one of these. */
export function verdictAtHead(page: Page, ...verdicts: readonly string[]): Locator {
  const any = verdicts.map((verdict) => `[data-verdict="${verdict}"]`).join(', ');
  return page.getByTestId('verdict').locator(any);
}
