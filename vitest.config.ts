import { defineConfig } from 'vitest/config';
import { LongestFirst } from './apps/cli/src/checks/longest-first.ts';

/** Globs, separated by colons: `./sandglass test` runs a project's files in several processes. */
const globs = (name: string): string[] => (process.env[name] ?? '').split(':').filter(Boolean);
const only = globs('SANDGLASS_TEST_ONLY');
const everywhere = [
  '**/node_modules/**',
  '**/dist/**',
  '**/build/**',
  '.sandglass/**',
  ...globs('SANDGLASS_TEST_WITHOUT'),
];
/** Like the other times: for the end of what never comes, not for the speed of what does. */
const patientPoll = { poll: { timeout: 30_000 } };
const include = (all: string): string[] => (only.length > 0 ? only : [all]);

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: include('{apps,packages,native,samples,bench,fuzz,hostile,scripts}/**/*.test.{ts,tsx}'),
          exclude: [...everywhere, '**/*.integration.test.ts', '**/*.e2e.test.ts'],
          pool: 'threads',
          // Half of their time went into loading the same modules again for every file.
          isolate: false,
          // The runner leaves a core to itself, of two that is half of them.
          maxWorkers: '100%',
          unstubGlobals: true,
          unstubEnvs: true,
          restoreMocks: true,
          setupFiles: ['scripts/leaves-no-trace.ts'],
          // For the end of what hangs, not for the speed of what runs: properties tried a thousand times take ten
          // seconds on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: include(
            '{apps,packages,native,samples,bench,fuzz,hostile,scripts}/**/*.integration.test.ts',
          ),
          exclude: everywhere,
          pool: 'forks',
          // Timings and limits are under test: two files at once on two cores would disturb each other.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: patientPoll,
        },
      },
      {
        test: {
          name: 'e2e',
          include: include('e2e/**/*.e2e.test.ts'),
          exclude: everywhere,
          pool: 'forks',
          fileParallelism: false,
          // For the end of what hangs, here as well.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: patientPoll,
        },
      },
    ],
  },
});
