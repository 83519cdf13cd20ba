/**
 * The manual's page about advisories, made from the rules. `node packages/host-health/src/write-advisories-page.ts`
 * writes it; a test keeps the two in agreement.
 */
import path from 'node:path';
import { advisories, type AdvisoryRule } from './advisories.ts';

export const advisoriesPageFile = path.join(import.meta.dirname, '../../../docs/advisories.md');

const severities = {
  critical: 'Do not judge on the host before it is put right. `./sandglass doctor` ends with exit status 2.',
  warning: 'Times or verdicts may suffer. `./sandglass doctor` ends with exit status 1.',
  info: 'Good to know; nothing promised is broken by it.',
} as const;

export function advisoriesPage(): string {
  const parts = Object.entries(severities).flatMap(([severity, meaning]) => [
    `## ${severity[0]?.toUpperCase() ?? ''}${severity.slice(1)}`,
    meaning,
    ...advisories.filter((rule) => rule.severity === severity).map(section),
  ]);
  return `${[introduction(), ...parts].join('\n\n')}\n`;
}

function introduction(): string {
  return `# Advisories

What Sandglass says about a host whose settings make judging weaker, slower or less exact. \`./sandglass doctor\` prints
those that apply, with the values found; the admin page of judgehosts shows them live. Each is read from the host's own files below
/proc and /sys, or asked of the kernel: nothing is changed.

This page is written by \`node packages/host-health/src/write-advisories-page.ts\` from \`packages/host-health/src/advisories/\`;
a test compares the two.

${table()}`;
}

function table(): string {
  const rows = advisories.map(
    ({ id, severity, title }) => `| [\`${id}\`](#${anchorOf(id)}) | ${severity} | ${title} |`,
  );
  return ['| advisory | severity | in short |', '|---|---|---|', ...rows].join('\n');
}

/** As code hosts make it of a heading: letters, digits and hyphens stay. */
function anchorOf(id: string): string {
  return id.replaceAll(/[^a-z0-9-]/g, '');
}

function section({ id, title, applies, happens, remedy, source }: AdvisoryRule): string {
  const lines = [`- **When**: ${applies}.`, `- **What to do**: ${remedy}`, `- **Source**: ${source}`];
  return `### ${id}\n\n**${title}.** ${happens}\n\n${lines.join('\n')}`;
}
