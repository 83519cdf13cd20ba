import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { hostReportSchema } from '@sandglass/contracts';
import { createHostReader } from '../../packages/host-health/src/host-reader.ts';
import { recordedFolder, recordingSchema } from '../../packages/host-health/src/record-tree.ts';
import { MemoryTree } from '../../packages/host-health/src/test-machine.ts';
import { changed, changes, type Change } from '../lib/bytes.ts';
import { plain, propertyTarget } from '../lib/target.ts';

interface Damage {
  readonly machine: string;
  readonly edits: readonly { readonly file: string; readonly changes: readonly Change[] }[];
}

const machines = new Map(
  readdirSync(recordedFolder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => [
      name,
      recordingSchema.parse(JSON.parse(readFileSync(join(recordedFolder, name), 'utf8'))),
    ]),
);

const part = fc.oneof(
  fc.constantFrom(
    '',
    '\n',
    ' ',
    '0',
    '-1',
    '99999999999999999999',
    'max',
    '0-4294967295',
    '1,,2',
    '0-',
    '-',
    ':',
    '/',
    '..',
    'nan',
    '1e9',
    'avg10=',
    '\0',
    '\t',
    '0-8191:1/1',
  ),
  fc.nat({ max: 70_000 }).map(String),
  fc.string({ maxLength: 8 }),
);

const damage: fc.Arbitrary<Damage> = fc.constantFrom(...machines.keys()).chain((machine) =>
  fc.record({
    machine: fc.constant(machine),
    edits: fc.array(
      fc.record({
        file: fc.constantFrom(...Object.keys(machines.get(machine)?.files ?? {})),
        changes: changes(part, 3),
      }),
      { maxLength: 5 },
    ),
  }),
);

export const hostFiles = propertyTarget<Damage>({
  name: 'host-files',
  summary: 'the kernel’s files of a recorded machine, damaged: a report that the api takes, twice',
  needs: 'nothing',
  open: () =>
    Promise.resolve(
      plain(damage, async ({ machine, edits }) => {
        const recorded = machines.get(machine);
        if (recorded === undefined) throw new Error(`no machine ${machine} is recorded`);
        const tree = new MemoryTree(recorded.files, recorded.room);
        const reader = createHostReader({ diskPath: '/' }, tree);
        const damaged = (): Record<string, string> =>
          Object.fromEntries(
            edits.map(({ file, changes }) => [file, changed(recorded.files[file] ?? '', changes)]),
          );
        mustFit(await reader.read());
        // What was sound a moment ago, and a reader that begins with the damage.
        tree.write(damaged());
        mustFit(await reader.read());
        mustFit(await createHostReader({ diskPath: '/' }, tree).read());
      }),
    ),
});

/** Numbers that no kernel counts to are passed over: they are refused with the report, and the log names them. */
function mustFit(report: unknown): void {
  const issues = hostReportSchema.safeParse(report).error?.issues ?? [];
  const wrong = issues.filter(({ code }) => code !== 'too_big');
  if (wrong.length > 0) throw new Error(`the api refuses the report: ${JSON.stringify(wrong)}`);
}
