import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { PROCESS_VARIABLE, TEST_PROCESSES, type TestProcess } from './.config/test-processes.ts';
import UnfinishedFiles from './.config/unfinished-files.ts';
import { openApiDocument } from './web/plugins/openapi-document.ts';
import { FUNCTION_ENVIRONMENT } from './tests/support/function-environment.ts';

/**
 * Limits for tests that hang, in ms. At a load of 40 on two cores, a test takes 75 times as long as alone, and the longest test of all but
 * Cloud takes two seconds alone.
 */
const TIMEOUTS = { testTimeout: 300_000, hookTimeout: 300_000 };

// The site's tests run far from UTC, so that a day of UTC is not taken for the user's. `TZ=America/Los_Angeles npm test` is west
// of it. Lambda runs in UTC.
process.env['TZ'] ??= 'Pacific/Auckland';

/** The two addresses are for the stage prod, which requires the first one to be synthesized. */
const ENVIRONMENT = {
  ...FUNCTION_ENVIRONMENT,
  ALARM_EMAIL: 'operator@example.com',
  SES_FROM_ADDRESS: '',
  TZ: 'UTC',
};

/**
 * Flags of V8 for the pages of components and for the functions of a cloud. Most of their code runs a few times, so the optimizing compiler
 * rarely saves the time that it takes: here it waits for 1,000,000 bytes of executed bytecode. A young generation of 64 MB collects their
 * garbage with fewer passes.
 */
const RARE_CODE = ['--interrupt-budget=1000000', '--max-semi-space-size=64'];
// The workers that are threads have the flags of this process.
for (const flag of RARE_CODE) setFlagsFromString(flag);

/** Files that mock modules do not share our modules. The other files of a worker and a project do. */
const ISOLATED = '*.isolated.test.{ts,tsx}';

/**
 * Tests of one folder, on Node. They share modules, because importing the SDKs for each file takes most of the time.
 * The folders are separate projects, because some mock the AWS clients and others need the real ones.
 */
const unit = (name: string, folders: string, setupFiles: string[] = [], exclude: string[] = []) => ({
  test: {
    name,
    setupFiles,
    include: [`tests/${folders}/**/*.test.ts`],
    exclude: [`**/${ISOLATED}`, ...exclude],
    isolate: false,
    env: ENVIRONMENT,
    ...TIMEOUTS,
  },
});

export const FUNCTIONS = unit(
  'functions',
  '{contract,functions}',
  ['tests/functions/setup.ts'],
  ['tests/functions/state/**'],
);

/** The tests of the functions that depend on stored state: DynamoDB is an emulator, the other clients are mocks. */
export const FUNCTIONS_STATE = {
  test: {
    ...unit('functions-state', 'functions/state', [
      'tests/functions/setup.ts',
      'tests/functions/state/support/setup.ts',
    ]).test,
    globalSetup: 'tests/functions/state/support/global-setup.ts',
  },
};

/**
 * Elements are made as in production. In development React stores the owner, the stack and a validation with each element, and freezes
 * it, which no test reads.
 */
const PRODUCTION_ELEMENTS = {
  oxc: { jsx: { development: false } },
  resolve: {
    alias: {
      'react/jsx-runtime': fileURLToPath(
        new URL('node_modules/react/cjs/react-jsx-runtime.production.js', import.meta.url),
      ),
    },
  },
};

/** The page that the files of a worker share. A press on a link to a file would leave the page there, for all files that follow. */
const PAGE = {
  environment: 'happy-dom',
  environmentOptions: {
    happyDOM: {
      settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
    },
  },
};

/** Tests with a DOM. The set-up brings the session, the messages and the storage back to their initial state. */
export const COMPONENTS = {
  ...PRODUCTION_ELEMENTS,
  plugins: [openApiDocument()],
  test: {
    name: 'components',
    pool: 'threads' as const,
    ...PAGE,
    include: ['tests/web/**/*.test.{ts,tsx}'],
    exclude: [`**/${ISOLATED}`],
    isolate: false,
    maxWorkers: availableParallelism(),
    // One after the other: the first file replaces a timer while it imports React.
    sequence: { groupOrder: 1, setupFiles: 'list' as const },
    setupFiles: [
      'tests/web/setup.ts',
      'tests/web/support/mock-sign-in.tsx',
      'tests/web/support/no-network.ts',
    ],
    ...TIMEOUTS,
  },
};

/** Fails a test whose mocked client has no answer to a call. The set-up of the functions' tests does the same. */
const CHECK_ANSWERS = 'tests/support/check-answers.ts';

const ISOLATED_FILES = {
  test: {
    name: 'isolated',
    pool: 'threads' as const,
    include: [`tests/{functions,infra,local}/**/${ISOLATED}`],
    setupFiles: ['tests/web/setup.ts', CHECK_ANSWERS],
    env: ENVIRONMENT,
    ...TIMEOUTS,
  },
};

/** The isolated files of the site share the page and the modules of packages, whose import takes most of the time of a short file. */
export const ISOLATED_SITE = {
  plugins: [openApiDocument()],
  test: {
    name: 'isolated-site',
    pool: 'threads' as const,
    ...PAGE,
    include: [`tests/web/**/${ISOLATED}`],
    isolate: false,
    sequence: { setupFiles: 'list' as const },
    setupFiles: ['tests/web/support/reset-modules.ts', 'tests/web/setup.ts'],
    env: ENVIRONMENT,
    ...TIMEOUTS,
  },
};

/**
 * The time limit of a test of Cloud that hangs, in ms. A sample of `npm run prove` does the work of many tests. The longest sample takes four
 * minutes at a load of 20 on two cores. If a sample exceeded the limit, it would continue beside the next test, on the same cloud.
 */
const CLOUD_TIMEOUTS = { ...TIMEOUTS, testTimeout: 900_000 };

const INTEGRATION = {
  test: {
    name: 'integration',
    execArgv: RARE_CODE,
    isolate: false,
    include: ['tests/integration/**/*.test.ts'],
    globalSetup: 'tests/integration/support/global-setup.ts',
    setupFiles: 'tests/integration/support/await-assembly.ts',
    ...CLOUD_TIMEOUTS,
  },
};

const PROCESSES: Record<TestProcess, UserWorkspaceConfig[]> = {
  'handlers and template': [FUNCTIONS, FUNCTIONS_STATE, unit('infra', '{bench,infra}', [CHECK_ANSWERS])],
  cloud: [INTEGRATION, unit('local', 'local')],
  isolated: [ISOLATED_FILES, ISOLATED_SITE],
  components: [COMPONENTS],
};
const name = TEST_PROCESSES.find((each) => each === process.env[PROCESS_VARIABLE]);

export default defineConfig({
  test: {
    // Each worker imports the SDKs and the site for itself, so more of them than cores take longer.
    maxWorkers:
      name === undefined ? availableParallelism() : Math.ceil(availableParallelism() / TEST_PROCESSES.length),
    // Processes at the same time would write the durations of their tests into one file.
    ...(name !== undefined && { cache: false as const }),
    reporters: [
      'default',
      new UnfinishedFiles(),
      // Vitest adds this reporter itself only if the configuration names no reporter.
      ...(process.env['GITHUB_ACTIONS'] === 'true' ? ['github-actions'] : []),
    ],
    projects: name === undefined ? Object.values(PROCESSES).flat() : PROCESSES[name],
  },
});
