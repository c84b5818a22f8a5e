import { defineConfig } from 'vitest/config';
import { COMPONENTS, FUNCTIONS, FUNCTIONS_STATE, ISOLATED_FILES } from '../vitest.config.ts';

// Stryker runs the tests of the folder that `npm run mutate` changes.
const projects =
  process.env['MUTATION_PROJECT'] === 'components'
    ? [COMPONENTS, ISOLATED_FILES]
    : [FUNCTIONS, FUNCTIONS_STATE];
export default defineConfig({ test: { projects } });
