/**
 * Records this machine, with its older kernel and its pure cgroup v2, for the tests of what a host says of itself:
 * `node packages/old-kernel/src/record-machine.ts` boots it, has it recorded from within (see `record-tree.ts` of
 * host-health) and writes down what it printed. About 20 s.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { guestCheckout } from './checkout.ts';
import { packageFiles } from './package-files.ts';
import { runInMachine } from './run-in-machine.ts';

const recorder = 'packages/host-health/src/record-tree.ts';
const target = join(import.meta.dirname, '../../host-health/src/recorded/emulated-linux-6-1.json');

const { exitCode, output } = await runInMachine({
  files: await packageFiles('packages/host-health'),
  // A file system without room is no folder to work in.
  command: `cd /tmp && node ${join(guestCheckout, recorder)} -`,
  timeoutMs: 120_000,
});
if (exitCode !== 0) throw new Error(`the machine was not recorded:\n${output}`);
const recording: unknown = JSON.parse(output);
await writeFile(target, `${JSON.stringify(recording, null, 2)}\n`);
process.stdout.write(`${target}\n`);
