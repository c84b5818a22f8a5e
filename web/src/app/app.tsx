import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { AuthLoading } from '../auth/auth-loading.tsx';
import { loadAuthPage } from '../auth/load-auth-page.ts';
import { BuyingFrame } from '../buying/buying-frame.tsx';
import { HomePage } from '../generator/home-page.tsx';
import { SessionProvider } from '../session/session-provider.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PATHS } from './paths.ts';
import { Toasts } from './toasts.tsx';
import { useTopOfNewPage } from './use-top-of-new-page.ts';

const AuthPage = lazy(loadAuthPage);
const BuyCreditsPage = lazy(() => import('../buying/buy-credits-page.tsx'));

/** The whole site, inside whichever router surrounds it. */
export function App() {
  useTopOfNewPage();
  return (
    <ErrorBoundary>
      <SessionProvider>
        <Suspense fallback={<AuthLoading />}>
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
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
        <Toasts />
      </SessionProvider>
    </ErrorBoundary>
  );
}
