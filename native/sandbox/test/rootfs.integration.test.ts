/** A slot made of an image instead of the host's folders, and memory taken from a named node. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSlot } from '../src/index.ts';
import type { Slot } from '../src/index.ts';
import { limits, obstacle, Programs, text } from './harness.ts';

/** A kernel without NUMA has no nodes to name. */
const memoryNodes = existsSync('/sys/devices/system/node/node0') ? [0] : undefined;

const look = `
  #include <fcntl.h>
  #include <stdio.h>
  #include <unistd.h>
  int main() {
    printf("usr/bin:%d ", access("/usr/bin", F_OK));
    printf("own:%d ", access("/etc/image-name", R_OK));
    printf("write:%d ", open("/etc/new", O_CREAT | O_WRONLY, 0600) >= 0);
    printf("image:%d ", access("/.image", F_OK));
    printf("box:%d null:%d proc:%d", open("/box/new", O_CREAT | O_WRONLY, 0600) >= 0,
           access("/dev/null", W_OK), access("/proc/self/status", R_OK));
  }`;

describe.skipIf(obstacle !== undefined)('a slot made of an image', () => {
  const programs = new Programs();
  const image = join(programs.folder, 'image');
  let slot: Slot;
  beforeAll(async () => {
    for (const folder of ['', 'bin', 'etc']) {
      mkdirSync(join(image, folder));
      chmodSync(join(image, folder), 0o755);
    }
    writeFileSync(join(image, 'etc/image-name'), 'small');
    programs.c('look', look, '-static');
    execFileSync('cp', [join(programs.folder, 'look'), join(image, 'bin/look')]);
    slot = await createSlot({ ordinal: 14, uidBase: 62000, rootfs: image, memoryNodes });
  });
  afterAll(async () => {
    await slot?.close();
    programs[Symbol.dispose]();
  });

  it('finds the image’s programs and files, nothing of the host, and the sandbox’s own folders', async () => {
    const spec = { argv: ['/bin/look'], stdout: { captureBytes: 1000 }, limits };
    for (let i = 0; i < 2; i++) {
      const r = await slot.run(spec);
      expect(r).toMatchObject({ outcome: 'exited', exitCode: 0 });
      expect(text(r.stdout)).toBe('usr/bin:-1 own:0 write:0 image:-1 box:1 null:0 proc:0');
    }
    await expect(slot.run({ ...spec, argv: ['/usr/bin/true'] })).rejects.toMatchObject({ errno: 2 });
  });
});
