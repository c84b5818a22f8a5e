import { fileURLToPath } from 'node:url';

/** Builds the site into `build/site`. One build serves every stage: /config.json holds the stage's settings. */
export async function buildSite(): Promise<void> {
  // Loaded on demand: callers that bring their own site do not wait for Vite.
  const { build } = await import('vite');
  await build({
    configFile: fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url)),
    logLevel: 'warn',
  });
}
