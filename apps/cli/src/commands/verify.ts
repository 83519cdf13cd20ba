import { formatIssue } from '@sandglass/problem-package';
import { UsageError, type Command } from '../platform/command.ts';
import { interruption } from '../platform/interruption.ts';
import { openLocalSlots } from '../local-judging/slots.ts';
import { rootfsOf } from '../rootfs/images.ts';
import { milliseconds, textTable } from '../local-judging/text-table.ts';
import { judgeJobs, preparePackages, type VerifiedPackage } from '../local-judging/verify-packages.ts';
import { say, sayJson, showProgress } from '../platform/terminal.ts';
import { readWords, wholeNumber } from '../platform/words.ts';

export const command: Command = {
  name: 'verify',
  summary: 'check packages, and every jury submission against its expected verdicts',
  usage: `Usage: ./sandglass verify PKG… [--jobs N] [--rootfs IMAGE] [--json]

Validates each package (a folder or a zip) and judges every jury submission in it on this
machine. Needs root.

  --jobs N   submissions judged side by side, one per slot; default: the slots of this host
  --rootfs   name or folder of a chroot image whose compilers judge (SANDGLASS_ROOTFS)
  --json     one JSON object: packages[].issues[], packages[].submissions[] with path,
             expected[], verdict, ok

Exit status 0 when every package is valid and every verdict was expected, else 1; 2 for wrong arguments, such as a
package that is not there.`,
  async run(argv) {
    const { values, positionals } = readWords(argv, {
      most: Infinity,
      options: {
        jobs: { type: 'string' },
        rootfs: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    if (positionals.length === 0) throw new UsageError('a package is missing');
    const jobs = values.jobs === undefined ? undefined : wholeNumber('--jobs', values.jobs, 1, 256);
    const signal = interruption();
    await using prepared = await preparePackages(positionals, signal);
    if (prepared.jobs.length > 0) {
      const host = await openLocalSlots({
        count: jobs,
        languages: prepared.languages,
        signal,
        rootfs: rootfsOf(values.rootfs),
      });
      const live = process.stderr.isTTY && !values.json;
      try {
        await judgeJobs(host, prepared.jobs, live ? showProgress : () => {}, signal);
      } finally {
        if (live) showProgress('');
        await host.close();
      }
    }
    const packages = prepared.results();
    const ok = packages.every((one) => one.ok);
    if (values.json) sayJson({ ok, packages });
    else say(packages.map(asText).join('\n\n'));
    if (!values.json && packages.length > 1)
      say(`\n${ok ? 'All' : 'NOT all'} of ${packages.length} packages are as they should be.`);
    return ok ? 0 : 1;
  },
};

function asText(one: VerifiedPackage): string {
  const lines = [`${one.path}: ${one.ok ? 'ok' : 'NOT OK'}`];
  for (const issue of one.issues) lines.push(`  ${issue.severity}: ${formatIssue(issue)}`);
  // The reason of a refusal is among the issues already.
  const hasError = one.issues.some(({ severity }) => severity === 'error');
  if (one.error !== null && !(one.problem === null && hasError)) lines.push(`  error: ${one.error}`);
  if (one.submissions.length === 0) return lines.join('\n');
  const table = textTable(
    [
      { title: '  ' },
      { title: 'submission' },
      { title: 'expected' },
      { title: 'verdict' },
      { title: 'CPU ms', align: 'right' },
      { title: 'why' },
    ],
    one.submissions.map((submission) => [
      submission.ok ? ' ✓' : ' ✗',
      submission.path,
      submission.expected.join('|') || 'any',
      submission.verdict ?? '–',
      submission.maxCpuUs === null ? '' : milliseconds(submission.maxCpuUs),
      (submission.ok && submission.verdict === 'AC' ? '' : submission.reason).split('\n')[0] ?? '',
    ]),
  );
  return [...lines, table].join('\n');
}
