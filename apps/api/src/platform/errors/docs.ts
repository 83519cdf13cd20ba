/** docs/errors.md, made of the catalogue: one table cannot disagree with itself. */
import { fileURLToPath } from 'node:url';
import { catalogue, type ErrorEntry } from './catalogue.ts';

export const docsPath = fileURLToPath(new URL('../../../../../docs/errors.md', import.meta.url));

export function renderErrorDocs(entries: Readonly<Record<string, ErrorEntry>> = catalogue): string {
  const sections = Object.entries(entries).map(
    ([code, { status, title, message, help }]) =>
      `## ${code}\n\n**${status} ${title}.** ${message}\n\n${help}\n`,
  );
  return `# Errors of the api

Every answer that is not a success is a problem details document (RFC 9457, \`application/problem+json\`):
\`type\`, \`title\`, \`status\`, \`detail\` as the standard has them, \`code\` (constant, one of those below), \`instance\` (the
request's id, as in the logs) and, where fields of the request are to blame, \`errors\`: a list of
\`{ path, message }\` with a path such as \`files[0].name\`.

This page is written by \`pnpm --filter @sandglass/api errors\` from \`apps/api/src/platform/errors/catalogue.ts\`; a test compares the two.
Words in braces are filled in when the error happens.

${sections.join('\n')}`;
}
