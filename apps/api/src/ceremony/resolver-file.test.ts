import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResolverData } from '@sandglass/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resolverFile } from './resolver-file.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sandglass-resolver-'));
  await mkdir(join(root, 'offline'));
  await writeFile(join(root, 'offline/resolver.js'), 'const text = "</script><!--";');
  await writeFile(join(root, 'offline/resolver.css'), 'body { color: black; }');
});
afterAll(() => rm(root, { recursive: true }));

const data: ResolverData = {
  contest: { id: 'demo', name: '<b>&</b>' },
  version: '1',
  madeAt: '',
  rehearsal: null,
  penaltyUnit: 'minutes',
  tieBreak: 'last-solve',
  final: false,
  unjudged: 0,
  problems: [],
  teams: [],
  awards: [{ id: 'a', citation: '</script><script>alert(1)</script><!--', teamIds: [] }],
};

it('has script, styles and data inside, and no name ends an element early', async () => {
  const page = await resolverFile(root, data, 12);
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page.match(/<\/script/g)).toHaveLength(2);
  expect(page).not.toContain('<!--');
  expect(page).toContain('<title>&lt;b&gt;&amp;&lt;/b&gt;: resolver</title>');
  const content = /id="content">(.*?)<\/script>/.exec(page)?.[1] ?? '';
  expect(JSON.parse(content)).toEqual({ data, top: 12 });
  expect(page).not.toMatch(/https?:/);
});

it('is refused with what is to be done where the web app is not built', async () => {
  for (const folder of [null, join(root, 'nothing')])
    await expect(resolverFile(folder, data, null)).rejects.toMatchObject({ code: 'RESOLVER_NOT_BUILT' });
});
