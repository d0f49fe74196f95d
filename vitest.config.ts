import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/tools/**', 'test/property/**'],
          testTimeout: 30_000,
          // Nothing keeps state between files, so modules are loaded once; every core tests.
          isolate: false,
          maxWorkers: '100%',
        },
      },
      {
        test: {
          name: 'property',
          include: ['test/property/**/*.test.ts'],
          testTimeout: 3_600_000,
        },
      },
      {
        test: {
          name: 'tools',
          include: ['test/tools/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
