import { defineConfig } from 'vitest/config';

/** What another process runs beside this one; `./sandglass test` says so. */
const elsewhere = process.env['SANDGLASS_TEST_WITHOUT'];
const everywhere = [
  '**/node_modules/**',
  '**/dist/**',
  '**/build/**',
  '.sandglass/**',
  ...(elsewhere === undefined ? [] : [elsewhere]),
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,native,samples,bench,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...everywhere, '**/*.integration.test.ts', '**/*.e2e.test.ts'],
          pool: 'threads',
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{apps,packages,native,samples,bench}/**/*.integration.test.ts'],
          exclude: everywhere,
          pool: 'forks',
          // Timings and limits are under test: two files at once on two cores would disturb each other.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.test.ts'],
          exclude: everywhere,
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
