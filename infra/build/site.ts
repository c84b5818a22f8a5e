import { fileURLToPath } from 'node:url';

export const SITE = fileURLToPath(new URL('../../build/site', import.meta.url));

/** Builds the site into `build/site`. One build serves every stage: what differs is in /config.json. */
export async function buildSite(): Promise<void> {
  // Loaded here, so that a synth which brings its own site does not wait for Vite.
  const { build } = await import('vite');
  await build({
    configFile: fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url)),
    logLevel: 'warn',
  });
}
