import { defineConfig } from 'vitest/config';
import { COMPONENTS, FUNCTIONS } from '../vitest.config.ts';

// Stryker runs one project: the tests of the folder that `npm run mutate` changes.
export default defineConfig(process.env['MUTATION_PROJECT'] === 'components' ? COMPONENTS : FUNCTIONS);
