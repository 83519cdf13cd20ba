/**
 * `submissions.json` beside problem.yaml, which DOMjudge's packages have: which file a submission of several begins with.
 * `{"submissions/accepted/two-files/": {"entry_point": "main.py"}}`
 */
import { z } from 'zod';
import { PackageError, makeIssue } from './issue.ts';
import type { Issue } from './model.ts';
import { readText } from './text.ts';
import type { PackageTree } from './tree.ts';
import { checkYaml, parseYaml } from './yaml-file.ts';

const file = 'submissions.json';

const schema = z.record(z.string(), z.looseObject({ entry_point: z.string().optional() }), {
  error: 'must be a map from submissions to settings',
});

/** Entry points by the path of the submission, without a slash at its end. A file that cannot be read is warned of. */
export async function readEntryPoints(
  tree: PackageTree,
  limitBytes: number,
  issues: Issue[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (!tree.has(file)) return found;
  try {
    // JSON is YAML, with all the bounds of ours.
    const { text, issues: noticed } = await readText(tree, file, limitBytes);
    issues.push(...noticed);
    for (const [path, { entry_point: entryPoint }] of Object.entries(
      checkYaml(parseYaml(text, file), schema),
    )) {
      if (entryPoint !== undefined) found.set(path.endsWith('/') ? path.slice(0, -1) : path, entryPoint);
    }
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    const reason = error.issues[0]?.message.replace(/\.$/, '') ?? error.message;
    issues.push(makeIssue('entry-points', file, { reason }));
  }
  return found;
}
