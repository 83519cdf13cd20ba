/** Which test files run beside which others, so that the whole is quick and nothing that measures time is disturbed. */
import type { Stages } from './vitest-run.ts';

const integration = (path: string): string => `${path}.integration.test.ts`;

/**
 * First what asserts nothing about time, in three shards: much of it waits, for servers to come up and alarms to be
 * raised, while the emulated machines and the compilers compute. The shards end together, as far as the recorded times
 * of their files say. Then the sandbox's limits and clocks, one file at a
 * time: two at once on two cores would disturb each other.
 */
export const integrationStages: Stages = [
  [
    {
      name: 'untimed',
      files: ['apps/api/src/**/*', 'packages/{queue,local-services,languages}/**/*', 'fuzz/**/*'].map(
        integration,
      ),
      // Half of their work was to load the same api again for every file.
      words: ['--no-isolate'],
    },
    {
      name: 'commands',
      files: [
        'apps/cli/src/**/*',
        'apps/judgehost/src/{cache/file-cache,images,slots/kept-slot,several-tasks}',
        'bench/{quick,trouble/bench}',
        'scripts/**/*',
      ].map(integration),
    },
    {
      name: 'machines',
      files: [
        'hostile/old-kernel',
        'native/sandbox/test/{aarch64,protocol,sanitized}',
        'native/validator/**/*',
        'packages/judge/src/{languages,machine-size}',
        '{packages,bench}/old-kernel/**/*',
        'bench/trouble/old-kernel',
      ].map(integration),
    },
  ],
  [{ name: 'timed' }],
];

/**
 * Tests that wait for a lease to end or a host to be missed need a quarter of a core each: three at a time, beside two
 * browsers. With two of them, they were alone for the second half of the time, and the cores had little to do.
 */
export const endToEndStages: Stages = [
  [
    { name: 'browser' },
    { name: 'pages', files: ['e2e/pages.e2e.test.ts'] },
    {
      name: 'outages',
      files: ['e2e/outages/**/*.e2e.test.ts'],
      words: ['--fileParallelism', '--maxWorkers=3'],
    },
  ],
];
