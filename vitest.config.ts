import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FUNCTION_ENVIRONMENT } from './tests/support/function-environment.ts';

/** Limits of tests that hang, in ms. No assertion: a machine that is busy with other work may take its time. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // Half of the time is spent waiting: for emulators, threads and retries.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{bench,contract,functions,infra,local}/**/*.test.ts'],
          env: FUNCTION_ENVIRONMENT,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          setupFiles: 'tests/web/setup.ts',
          environment: 'happy-dom',
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: 'tests/integration/support/global-setup.ts',
          ...PATIENCE,
        },
      },
    ],
  },
});
