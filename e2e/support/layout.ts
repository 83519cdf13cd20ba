import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const source = await readFile(join(import.meta.dirname, 'in-page/layout-faults.js'), 'utf8');
const faultsSchema = z.array(z.string());

/** What scrolls sideways, is cut off, or lies on top of something else, one line each; empty is what we want. */
export async function layoutFaults(page: Page): Promise<string[]> {
  return faultsSchema.parse(await page.evaluate(source));
}
