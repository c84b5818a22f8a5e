import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FUNCTION_ENVIRONMENT } from './tests/support/function-environment.ts';

/** Limits of tests that hang, in ms. No assertion: a machine that is busy with other work may take its time. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 120_000 };

/** Files that replace modules, or import them anew: each has its own. All others of a worker and a project share them. */
const ISOLATED = '*.isolated.test.ts';

/**
 * Tests of one kind, on Node. Most of their time went into importing the SDKs again for each file, so they share them:
 * one kind replaces the AWS clients by mocks, another needs the real ones.
 */
const unit = (name: string, folders: string, setupFiles: string[] = [], exclude: string[] = []) => ({
  test: {
    name,
    setupFiles,
    include: [`tests/${folders}/**/*.test.ts`],
    exclude: [`**/${ISOLATED}`, ...exclude],
    isolate: false,
    env: FUNCTION_ENVIRONMENT,
    ...PATIENCE,
  },
});

export default defineConfig({
  test: {
    // Half of the time is spent waiting: for emulators, threads and retries.
    maxWorkers: availableParallelism() + 1,
    projects: [
      unit('functions', '{contract,functions}', ['tests/functions/setup.ts'], ['tests/functions/state/**']),
      {
        test: {
          // Against a DynamoDB emulator instead of mocks.
          ...unit('functions-state', 'functions/state', [
            'tests/functions/setup.ts',
            'tests/functions/state/support/setup.ts',
          ]).test,
          globalSetup: 'tests/functions/state/support/global-setup.ts',
        },
      },
      unit('infra', '{bench,infra}'),
      unit('local', 'local'),
      {
        test: {
          name: 'isolated',
          pool: 'threads',
          include: [`tests/{functions,infra,local}/**/${ISOLATED}`],
          env: FUNCTION_ENVIRONMENT,
          ...PATIENCE,
        },
      },
      {
        test: {
          // Projects run in the order of their names: the longest file, of the sign-in page, is not to come last.
          name: 'components',
          pool: 'threads',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          setupFiles: 'tests/web/setup.ts',
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'integration',
          isolate: false,
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: 'tests/integration/support/global-setup.ts',
          ...PATIENCE,
        },
      },
    ],
  },
});
