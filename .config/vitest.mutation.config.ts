import { defineConfig } from 'vitest/config';
import { COMPONENTS, FUNCTIONS, FUNCTIONS_STATE } from '../vitest.config.ts';

// Stryker runs the tests of the folder that `npm run mutate` changes.
const projects =
  process.env['MUTATION_PROJECT'] === 'components' ? [COMPONENTS] : [FUNCTIONS, FUNCTIONS_STATE];
export default defineConfig({ test: { projects } });
