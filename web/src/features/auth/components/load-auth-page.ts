import { loadCognito } from '../../../session/load-cognito.ts';

/** Loads the sign-in page, configures Amplify, and restores a session that is still valid. */
export async function loadAuthPage() {
  const [page] = await Promise.all([
    import('./auth-page.tsx'),
    loadCognito().then((cognito) => cognito.updateSession()),
  ]);
  return page;
}

/** Loads the page before it is needed. A failure is reported when the page is opened. */
export function preloadAuthPage(): void {
  loadAuthPage().catch(() => undefined);
}
