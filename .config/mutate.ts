import { Stryker } from '@stryker-mutator/core';
import { existsSync } from 'node:fs';

/**
 * `npm run mutate -- FOLDER` changes the code of a folder in many small ways and lists changes that no test detects. A
 * change of a constant or of a one-line function at the top of a file can be listed although a test detects it, because
 * the file was loaded before: try such a change by hand.
 */
const folder = process.argv[2]?.replace(/\/$/, '') ?? '';
const projects = new Map([
  ['functions', 'functions'],
  ['web', 'components'],
]);
const project = projects.get(folder.split('/')[0] ?? '');
if (project === undefined || !existsSync(folder)) {
  process.stderr.write('Usage: npm run mutate -- FOLDER, a folder in functions/ or web/src/\n');
  process.exit(1);
}

process.env['MUTATION_PROJECT'] = project;
await new Stryker({
  mutate: [`${folder}/**/*.{ts,tsx}`],
  testRunner: 'vitest',
  // Tests load the handlers by their names, so the imports of a test file do not say what it runs.
  vitest: { configFile: '.config/vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  dryRunTimeoutMinutes: 20,
  ignorePatterns: ['build', 'cdk.out', 'shots', 'test-results'],
  tempDirName: '.stryker-tmp',
  cleanTempDir: 'always',
  reporters: ['clear-text', 'progress'],
}).runMutationTest();
