import type { ComponentType, ReactNode } from 'react';
import type * as AuthLayoutModule from '../features/auth/components/auth-layout.tsx';
import { HEADINGS, PATHS } from '../lib/paths.ts';
import { loadCognito } from '../session/load-cognito.ts';
import { Page } from '../ui/page.tsx';

export interface LazyPage {
  path: string;
  load: () => Promise<{ default: ComponentType }>;
  /** The placeholder while the page loads. */
  frame: ReactNode;
  /** A visitor gets the sign-in page instead. */
  needsSession?: boolean;
}

let authLayout: typeof AuthLayoutModule | undefined;

/** Loads the placeholder of the sign-in page. Without the placeholder, the page is empty until its form has loaded. */
export const loadAuthLayout = async (): Promise<void> => {
  authLayout = await import('../features/auth/components/auth-layout.tsx');
};

const AuthFrame = () => authLayout && <authLayout.AuthLoading />;

/** The sign-in page has a different layout, without the header. */
export const AUTH_PAGE: LazyPage = { path: PATHS.auth, load: loadAuthPage, frame: <AuthFrame /> };

/** A page whose heading is visible while it loads. */
const createPage = (
  name: keyof typeof HEADINGS,
  load: LazyPage['load'],
  { needsSession = false } = {},
): LazyPage => ({
  path: PATHS[name],
  load,
  frame: <Page {...HEADINGS[name]} isBusy />,
  needsSession,
});

export const LAZY_PAGES: readonly LazyPage[] = [
  createPage('buyCredits', () => import('../features/buying/components/buy-credits-page.tsx')),
  createPage('account', () => import('../features/account/components/account-page.tsx'), {
    needsSession: true,
  }),
  createPage('library', () => import('../features/library/components/library.tsx'), { needsSession: true }),
  createPage('developers', () => import('../features/developers/components/developers-page.tsx')),
  createPage('support', () => import('../features/support/components/support-page.tsx')),
  {
    path: PATHS.finish,
    load: () => import('../features/finish/page/finish-page.tsx'),
    frame: <main className="wrap" aria-busy />,
    needsSession: true,
  },
];

/** Loads the sign-in page, configures Amplify, and restores a session that is still valid. */
async function loadAuthPage() {
  const [page] = await Promise.all([
    import('../features/auth/components/auth-page.tsx'),
    loadAuthLayout(),
    loadCognito().then((cognito) => cognito.updateSession()),
  ]);
  return page;
}

/** Loads the sign-in page before it is needed. A failure is reported when the page is opened. */
export function preloadAuthPage(): void {
  loadAuthPage().catch(() => undefined);
}
