import { readSiteConfig } from '../lib/read-site-config.ts';
import type * as Cognito from './cognito.ts';

let loading: Promise<typeof Cognito> | undefined;

/** Loads Amplify and the settings in parallel, once. After a failure the next call tries again. */
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
