import { defineConfig } from 'vitest/config';
import { COMPONENTS, FUNCTIONS, FUNCTIONS_STATE, ISOLATED_SITE } from '../vitest.config.ts';

// Stryker runs the tests of the folder that `npm run mutate` changes.
const folders =
  process.env['MUTATION_PROJECT'] === 'components'
    ? [COMPONENTS, ISOLATED_SITE]
    : [FUNCTIONS, FUNCTIONS_STATE];

// Stryker runs the tests in a copy of the project, whose node_modules links to a folder outside of the copy.
const projects = folders.map((project) => ({ ...project, server: { fs: { strict: false } } }));

export default defineConfig({ test: { projects } });
