import { lazy, Suspense, useEffect, useState } from 'react';
import { NavigationType, Outlet, Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { AccountLayout } from '../features/account/account-layout.tsx';
import { AuthLoading } from '../features/auth/auth-layout.tsx';
import { loadAuthPage } from '../features/auth/load-auth-page.ts';
import { BuyCreditsLayout } from '../features/buying/buy-credits-layout.tsx';
import { LibraryLayout } from '../features/library/library-layout.tsx';
import { PATHS } from '../lib/paths.ts';
import { SessionObserver, SessionProvider } from '../session/session-provider.tsx';
import type { Session } from '../session/session-store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { HomePage } from './home-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { QueryProvider } from './query-provider.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { Toasts } from './toasts.tsx';

/** The lazily loaded pages. React caches a failed load for ever, so a retry needs new components. */
const createLazyPages = () => ({
  AuthPage: lazy(loadAuthPage),
  BuyCreditsPage: lazy(() => import('../features/buying/buy-credits-page.tsx')),
  AccountPage: lazy(() => import('../features/account/account-page.tsx')),
  LibraryPage: lazy(() => import('../features/library/library-page.tsx')),
  FinishPage: lazy(() => import('../features/finish/finish-page.tsx')),
});

/**
 * The whole site. The router around it differs between browser, build and tests.
 * @param prerenderedSession the session of the prerendered page, for hydration. @default a visitor's
 */
export function App({ prerenderedSession }: { prerenderedSession?: Session }) {
  useScrollToTop();
  return (
    <ErrorBoundary>
      <SessionProvider prerenderedSession={prerenderedSession}>
        <QueryProvider>
          <Pages />
          <Toasts />
        </QueryProvider>
      </SessionProvider>
    </ErrorBoundary>
  );
}

/** The error boundary unmounts it when a page fails, so that it creates the pages again afterwards. */
function Pages() {
  const [{ AuthPage, BuyCreditsPage, AccountPage, LibraryPage, FinishPage }] = useState(createLazyPages);
  return (
    <Suspense fallback={<AuthLoading />}>
      <SessionObserver />
      <Routes>
        <Route path={PATHS.auth} element={<AuthPage />} />
        <Route element={<PageWithHeader />}>
          <Route path={PATHS.home} element={<HomePage />} />
          <Route
            path={PATHS.buyCredits}
            element={
              <Suspense fallback={<BuyCreditsLayout />}>
                <BuyCreditsPage />
              </Suspense>
            }
          />
          <Route
            path={PATHS.account}
            element={
              <Suspense fallback={<AccountLayout />}>
                <AccountPage />
              </Suspense>
            }
          />
          <Route
            path={PATHS.library}
            element={
              <Suspense fallback={<LibraryLayout />}>
                <LibraryPage />
              </Suspense>
            }
          />
          <Route
            path={PATHS.finish}
            element={
              <Suspense fallback={<main className="wrap" aria-busy />}>
                <FinishPage />
              </Suspense>
            }
          />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </Suspense>
  );
}

function PageWithHeader() {
  return (
    <>
      <SiteHeader />
      <Outlet />
      <SiteFooter />
    </>
  );
}

/** A link opens its page at the top. For Back and Forward the browser restores the position itself. */
function useScrollToTop(): void {
  const { pathname } = useLocation();
  const isLink = useNavigationType() !== NavigationType.Pop;
  useEffect(() => {
    if (isLink) scrollTo(0, 0);
  }, [pathname, isLink]);
}
