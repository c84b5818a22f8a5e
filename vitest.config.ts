import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FUNCTION_ENVIRONMENT } from './tests/support/function-environment.ts';

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
        },
      },
      { test: { name: 'web', include: ['tests/web/**/*.test.{ts,tsx}'], environment: 'happy-dom' } },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: 'tests/integration/support/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
