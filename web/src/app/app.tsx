import { lazy, Suspense, useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { AccountFrame } from '../account/account-frame.tsx';
import { AuthLoading } from '../auth/auth-loading.tsx';
import { loadAuthPage } from '../auth/load-auth-page.ts';
import { BuyingFrame } from '../buying/buying-frame.tsx';
import { HomePage } from '../generator/home-page.tsx';
import { SessionFollower, SessionProvider } from '../session/session-provider.tsx';
import type { Session } from '../session/session-store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PATHS } from './paths.ts';
import { Toasts } from './toasts.tsx';
import { useTopOfNewPage } from './use-top-of-new-page.ts';

/** The pages that are loaded when they are asked for. React never tries a failed one again: a new one is needed. */
const newPages = () => ({
  AuthPage: lazy(loadAuthPage),
  BuyCreditsPage: lazy(() => import('../buying/buy-credits-page.tsx')),
  AccountPage: lazy(() => import('../account/account-page.tsx')),
});

/**
 * The whole site, inside whichever router surrounds it.
 * @param firstSession what the prerendered page shows. @default a visitor's
 */
export function App({ firstSession }: { firstSession?: Session }) {
  useTopOfNewPage();
  return (
    <ErrorBoundary>
      <SessionProvider firstSession={firstSession}>
        <Pages />
        <Toasts />
      </SessionProvider>
    </ErrorBoundary>
  );
}

/** Inside the boundary, which takes it away when a page has failed: then it comes back with new ones. */
function Pages() {
  const [{ AuthPage, BuyCreditsPage, AccountPage }] = useState(newPages);
  return (
    <Suspense fallback={<AuthLoading />}>
      <SessionFollower />
      <Routes>
        <Route path={PATHS.home} element={<HomePage />} />
        <Route path={PATHS.auth} element={<AuthPage />} />
        <Route
          path={PATHS.buyCredits}
          element={
            <Suspense fallback={<BuyingFrame />}>
              <BuyCreditsPage />
            </Suspense>
          }
        />
        <Route
          path={PATHS.account}
          element={
            <Suspense fallback={<AccountFrame />}>
              <AccountPage />
            </Suspense>
          }
        />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
