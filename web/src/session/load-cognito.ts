import { readSiteConfig } from '../api/site-config.ts';
import type * as Cognito from './cognito.ts';

let loading: Promise<typeof Cognito> | undefined;

/** Fetches Amplify and the settings side by side, once. A failure is forgotten, so that the next call tries again. */
export function loadCognito(): Promise<typeof Cognito> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<typeof Cognito> {
  const [cognito, config] = await Promise.all([import('./cognito.ts'), readSiteConfig()]);
  cognito.configure(config);
  return cognito;
}
