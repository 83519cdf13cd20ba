/** What the broker tells of the host’s processes. Milliseconds. */
import { describe, expect, it } from 'vitest';
import { hostView } from '../src/index.ts';

const missing = process.getuid?.() === 0 ? null : 'needs root';
const name = 'the host’s view';

describe.skipIf(missing !== null)(missing === null ? name : `${name} (skipped: ${missing})`, () => {
  it('counts namespaces of every kind when asked, and names only functions of the kernel', async () => {
    const { blocked, namespaces } = await hostView({ namespaces: true });
    expect(namespaces.map(({ kind }) => kind)).toEqual(['ipc', 'mnt', 'net', 'pid', 'uts']);
    for (const { count } of namespaces) expect(count).toBeGreaterThan(0);
    for (const { pid, wchan } of blocked)
      expect([pid > 0, wchan]).toEqual([true, expect.stringMatching(/^[\w.]*$/)]);
  });

  it('leaves namespaces out otherwise', async () => {
    expect((await hostView({ namespaces: false })).namespaces).toEqual([]);
  });
});
