import { join } from 'node:path';
import { resolveConfig } from 'vite';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each([
  ['NODE_ENV', { NODE_ENV: 'development', VITE_USER_NODE_ENV: undefined }],
  ['the variable of Vite', { NODE_ENV: undefined, VITE_USER_NODE_ENV: 'development' }],
])('a site is built for production, and no file .env is read, whatever %s says', async (_name, variables) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);

  const configFile = join(import.meta.dirname, '../../../web/vite.config.ts');
  const { isProduction, envDir } = await resolveConfig({ configFile }, 'build');

  expect([isProduction, process.env['NODE_ENV'], envDir]).toEqual([true, 'production', false]);
});
