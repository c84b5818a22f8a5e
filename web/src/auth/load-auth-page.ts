import { loadCognito } from '../session/load-cognito.ts';

/** The sign-in page with all it needs: Amplify configured, and a session that is still there taken up. */
export async function loadAuthPage() {
  const [page] = await Promise.all([
    import('./auth-page.tsx'),
    loadCognito().then((cognito) => cognito.followSession()),
  ]);
  return page;
}

/** Starts loading ahead of need. A failure is told when the page is really asked for. */
export function warmAuthPage(): void {
  loadAuthPage().catch(() => undefined);
}
