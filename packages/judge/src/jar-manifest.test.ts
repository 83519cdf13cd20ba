import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namesMainClass } from './jar-manifest.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandglass-jar-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Part {
  readonly name: string;
  readonly text: string;
  readonly stored?: boolean;
}

function jar(parts: readonly Part[], comment = ''): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let place = 0;
  for (const { name, text, stored = false } of parts) {
    const data = Buffer.from(text);
    const packed = stored ? data : deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(place, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, rest, Buffer.from(name)]),
    );
    bodies.push(local);
    place += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(place, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([
    ...bodies,
    entries,
    Buffer.from('PK\u0005\u0006', 'latin1'),
    end,
    Buffer.from(comment),
  ]);
}

const named = 'Manifest-Version: 1.0\r\nMain-Class: MainKt\r\n\r\n';
const nameless = 'Manifest-Version: 1.0\r\nCreated-By: a compiler\r\n\r\n';

describe('the manifest of a jar', () => {
  it.each([
    ['names a class', jar([{ name: 'META-INF/MANIFEST.MF', text: named }]), true],
    [
      'names one behind other files, unpacked, in a jar with a comment',
      jar(
        [
          { name: 'A.class', text: 'x'.repeat(5000) },
          { name: 'META-INF/MANIFEST.MF', text: named, stored: true },
        ],
        'a comment',
      ),
      true,
    ],
    ['names none', jar([{ name: 'META-INF/MANIFEST.MF', text: nameless }]), false],
    ['is not there', jar([{ name: 'A.class', text: named }]), false],
    ['is in no jar', Buffer.from('nothing of the kind'), 'unknown'],
    ['is empty', Buffer.alloc(0), 'unknown'],
    [
      'is larger than a manifest is',
      jar([{ name: 'META-INF/MANIFEST.MF', text: `${named}${'\n'.repeat(10_000_000)}` }]),
      'unknown',
    ],
    ['is cut off', jar([{ name: 'META-INF/MANIFEST.MF', text: named }]).subarray(60), 'unknown'],
  ] as const)('%s', async (name, data, expected) => {
    const path = join(folder, `${name.replaceAll(' ', '-').slice(0, 40)}.jar`);
    await writeFile(path, data);
    expect(await namesMainClass(path)).toBe(expected);
  });

  it('of a file that is not there is unknown', async () => {
    expect(await namesMainClass(join(folder, 'none.jar'))).toBe('unknown');
  });
});
