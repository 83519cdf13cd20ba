import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const resultSchema = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      help: z.string(),
      nodes: z.array(z.object({ target: z.array(z.unknown()) })),
    }),
  ),
});

/** What axe-core has against the page, one line per kind of violation; empty is what we want. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const result: unknown = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  return resultSchema
    .parse(result)
    .violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.length}×, first ${JSON.stringify(nodes[0]?.target)})`,
    );
}
