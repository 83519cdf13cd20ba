/**
 * The resolver as one HTML file that needs no server and no network: its data, the script and the styles that the build of
 * the web app has made, and pictures as data addresses.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResolverData } from '@sandglass/contracts';
import { ApiError } from '../platform/errors/api-error.ts';

/** The file asks for nothing: neither a script nor anybody who changes it can send its results away. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src data:; img-src data: blob:";

/**
 * @param webRoot folder of the built web app; null: there is none
 * @param top rows below are settled in the first step; null: none
 * @throws ApiError RESOLVER_NOT_BUILT
 */
export async function resolverFile(
  webRoot: string | null,
  data: ResolverData,
  top: number | null,
): Promise<string> {
  const { script, styles } = await builtParts(webRoot);
  const title = `${data.contest.name}: ${data.rehearsal === null ? 'resolver' : 'rehearsal'}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="${policy}">
<title>${escaped(title)}</title>
<style>${styles.replaceAll('</style', '<\\/style')}</style>
</head>
<body>
<main id="root"></main>
<script type="application/json" id="content">${JSON.stringify({ data, top }).replaceAll('<', '\\u003c')}</script>
<script>${script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')}</script>
</body>
</html>
`;
}

async function builtParts(webRoot: string | null): Promise<{ script: string; styles: string }> {
  if (webRoot === null) throw new ApiError('RESOLVER_NOT_BUILT');
  try {
    const [script, styles] = await Promise.all(
      ['resolver.js', 'resolver.css'].map((name) => readFile(join(webRoot, 'offline', name), 'utf8')),
    );
    return { script: script ?? '', styles: styles ?? '' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ApiError('RESOLVER_NOT_BUILT');
  }
}

function escaped(text: string): string {
  return text.replaceAll(
    /[&<>]/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? letter,
  );
}
