import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Of all its rules, those that look at colours: its category "color", as far as it is on by default. */
const colourRules = ['color-contrast', 'link-in-text-block'];

const resultSchema = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      help: z.string(),
      nodes: z.array(z.object({ target: z.array(z.unknown()) })),
    }),
  ),
});

/**
 * What axe-core has against the page, one line per kind of violation; empty is what we want.
 * @param what `colours`: of a page that is the same as before but for its colours, where no other rule can find anything new
 */
export async function accessibilityViolations(
  page: Page,
  what: 'all' | 'colours' = 'all',
): Promise<string[]> {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(source);
  const options = {
    resultTypes: ['violations'],
    ...(what === 'colours' ? { runOnly: { type: 'rule', values: colourRules } } : {}),
  };
  const result: unknown = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  return resultSchema
    .parse(result)
    .violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.length}×, first ${JSON.stringify(nodes[0]?.target)})`,
    );
}
