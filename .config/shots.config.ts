import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** The screenshots of the designed states: the browser, the cloud and the fixtures of the browser tests. */
export default defineConfig({
  ...tests,
  testMatch: 'states/screenshots.ts',
  // The designs have motion.
  use: { ...tests.use, contextOptions: {} },
});
