import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { packageFiles, zipOf } from '../../apps/api/src/testing/package-zip.ts';
import { anyBytes, bytesOf, changed, changes, type Change } from '../lib/bytes.ts';
import { propertyTarget } from '../lib/target.ts';
import { readOrRefuse } from './package.ts';

const marks = fc.constantFrom(
  'PK\u0003\u0004',
  'PK\u0001\u0002',
  'PK\u0005\u0006',
  'PK\u0006\u0006',
  'PK\u0006\u0007',
  '\0',
  '\0\0\0\0',
  'ÿÿ',
  'ÿÿÿÿ',
  '../',
  '/',
  '\\',
  'up',
  '\u0001\0',
  '\b\0',
  '\u0008\u0008',
);

/** Where damage hurts most: the headers of the directory are at the end. */
const places = changes(fc.oneof(marks, anyBytes(4)), 5).chain((all) =>
  fc.boolean().map((late) => (late ? all.map((one) => ({ ...one, at: 1 - (1 - one.at) / 3 })) : all)),
);

export const archive = propertyTarget<readonly Change[]>({
  name: 'archive',
  summary: 'a zip archive, damaged: a package, or issues; nothing is written elsewhere or left behind',
  needs: 'nothing',
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'sandglass-fuzz-'));
    const temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    const sound = (await zipOf(packageFiles('sum'))).toString('latin1');
    const file = join(folder, 'package.zip');
    return {
      inputs: places,
      async check(input) {
        const text = changed(sound, input);
        // A package that is no archive is refused at its first bytes.
        writeFileSync(file, bytesOf(text.startsWith('PK') ? text : `PK\u0003\u0004${text.slice(4)}`));
        await readOrRefuse(file, temporary);
        const left = [...readdirSync(temporary), ...readdirSync(folder)].filter(
          (name) => name !== 'temporary' && name !== 'package.zip',
        );
        if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
      },
      [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
});
