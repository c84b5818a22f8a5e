import { Fragment, lazy, Suspense, useEffect, useState, useSyncExternalStore, useRef } from 'react';
import type { ReactNode } from 'react';
import {
  Navigate,
  NavigationType,
  Outlet,
  useLocation,
  useNavigationType,
  useRoutes,
} from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { SWRConfig, useSWRConfig } from 'swr';
import { appendThumbnail, updateHistory } from '../features/generator/model/thumbnail-history.ts';
import { useEnds } from '../generations/use-generations.ts';
import { readItem, STORAGE_KEYS } from '../lib/browser-storage.ts';
import { comeBackTo } from '../lib/come-back.ts';
import { PATHS } from '../lib/paths.ts';
import { setHydrated, useIsHydrated } from '../lib/use-is-hydrated.ts';
import { listUnsentKeys } from '../outbox/unsent-text.ts';
import { SessionObserver, SessionProvider, useSession, useUserId } from '../session/session-provider.tsx';
import type { Session } from '../session/session-store.ts';
import { LazyPart } from '../ui/lazy-part.tsx';
import { toasterNeeded } from '../ui/notify.ts';
import { HomePage } from './home-page.tsx';
import { AUTH_PAGE, LAZY_PAGES } from './lazy-pages.tsx';
import type { LazyPage } from './lazy-pages.tsx';
import { ErrorBoundary, NotFoundPage } from './message-pages.tsx';
import { useHeadingFocus } from './page-focus.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** React caches a failed load of a lazy page for ever, so a retry needs new components. */
const createRoutes = (): RouteObject[] => [
  createRoute(AUTH_PAGE),
  {
    element: <PageWithHeader />,
    children: [
      { path: PATHS.home, element: <HomePage /> },
      ...LAZY_PAGES.map(createRoute),
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];

const createRoute = ({ path, load, frame, needsSession }: LazyPage): RouteObject => {
  const Page = lazy(load);
  const page = (
    <Suspense fallback={frame}>
      <Page />
    </Suspense>
  );
  return { path, element: needsSession ? <NoVisitor>{page}</NoVisitor> : page };
};

/** Opens the sign-in page for a visitor, which leads back. While the session loads, the page is visible. */
function NoVisitor({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  if (useSession().status !== 'visitor') return children;
  return <Navigate to={PATHS.auth} state={comeBackTo(pathname + search)} replace />;
}

/**
 * The whole site. The router around it differs between browser, build and tests.
 * @param prerenderedSession the session of the prerendered page, for hydration. @default a visitor's
 */
export function App({ prerenderedSession }: { prerenderedSession?: Session }) {
  useScrollToTop();
  useHeadingFocus();
  return (
    <ErrorBoundary>
      <SessionProvider prerenderedSession={prerenderedSession}>
        <QueryProvider>
          {/* The messages stay when a page fails, for example after a sign-out without a connection. */}
          <ErrorBoundary>
            <Pages />
            <Payments />
          </ErrorBoundary>
          <Toasts />
        </QueryProvider>
      </SessionProvider>
    </ErrorBoundary>
  );
}

/** The error boundary unmounts it when a page fails, so that it creates the pages again afterwards. */
function Pages() {
  const [routes] = useState(createRoutes);
  const page = useRoutes(routes);
  const changes = useUserChanges();
  return (
    <Suspense>
      <SessionObserver />
      <HydrationObserver />
      <div className="site">
        {/* The router is a production build, whose elements React would ask for a key. */}
        <Fragment key={changes}>{page}</Fragment>
        <SiteFooter />
      </div>
    </Suspense>
  );
}

/**
 * Counts the direct changes from one user to another, e.g. when Back brings a page from the browser's cache after a sign-in in another tab.
 * A page must then not show what it keeps of the user before, e.g. the text of a new API key.
 */
function useUserChanges(): number {
  const userId = useUserId();
  const [last, setLast] = useState({ userId, changes: 0 });
  const isOther = userId !== undefined && last.userId !== undefined && userId !== last.userId;
  if (userId !== last.userId) setLast({ userId, changes: last.changes + (isOther ? 1 : 0) });
  return last.changes;
}

/** Render it inside the Suspense boundary of the pages, because React hydrates the boundary after what surrounds it. */
function HydrationObserver() {
  useEffect(() => setHydrated(true), []);
  return null;
}

function PageWithHeader() {
  return (
    <>
      <SiteHeader />
      <Outlet />
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

const PaymentReturn = lazy(() => import('../features/buying/components/payment-return.tsx'));

/** Loads what reports a payment, after the return from Stripe. */
function Payments() {
  const isHydrated = useIsHydrated();
  const [search] = useState(useLocation().search);
  const isReturn = search.includes('purchase=') || readItem(STORAGE_KEYS.checkout, 'session') !== undefined;
  if (!isHydrated || !isReturn) return null;
  return (
    <LazyPart>
      <PaymentReturn />
    </LazyPart>
  );
}

const LateParts = lazy(() => import('./late.tsx'));

/** Loads the messages early for signed-in users, so that they can report a lost connection. */
function Toasts() {
  const isNeeded = useSyncExternalStore(toasterNeeded.subscribe, toasterNeeded.get, () => false);
  const { status } = useSession();
  if (!isNeeded && status !== 'signed-in') return null;
  return (
    <LazyPart>
      <LateParts />
    </LazyPart>
  );
}

const SETTINGS = {
  provider: () => new Map(),
  // The page says that a read failed, and offers a retry where it needs the data.
  shouldRetryOnError: false,
  // Share only requests in flight: a read after a mutation must not be dropped.
  dedupingInterval: 0,
  focusThrottleInterval: 0,
};

/** Holds the cache of everything that the site reads from the server. */
function QueryProvider({ children }: { children: ReactNode }) {
  useUnsent(useUserId());
  return (
    <SWRConfig value={SETTINGS}>
      <UserQueryCleaner />
      <EndedGenerations />
      {children}
    </SWRConfig>
  );
}

/** Brings the balance and the history of every page up to date when a generation ends. */
function EndedGenerations() {
  const { mutate } = useSWRConfig();
  useEnds(({ kind, userId, end }) => {
    void mutate(['credits', userId]);
    if (kind === 'cutout') void mutate(['cutouts', userId]);
    const { thumbnail } = end ?? {};
    if (thumbnail) updateHistory(userId, (history) => appendThumbnail(history, thumbnail));
    return false;
  });
  return null;
}

/** Sends what earlier pages have not sent: when the session has loaded, and when the connection returns. */
function useUnsent(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return;
    const send = () => {
      if (listUnsentKeys().length === 0) return;
      import('./send-unsent.ts').then(({ sendUnsent }) => sendUnsent(userId)).catch(() => undefined);
    };
    send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, [userId]);
}

/** Removes a user's data from the cache when their session ends. */
function UserQueryCleaner() {
  const { mutate } = useSWRConfig();
  const userId = useUserId();
  const lastUserId = useRef(userId);
  useEffect(() => {
    const endedId = lastUserId.current;
    lastUserId.current = userId;
    if (endedId === undefined || endedId === userId) return;
    void mutate((key) => Array.isArray(key) && key[1] === endedId, undefined, { revalidate: false });
  }, [userId, mutate]);
  return null;
}
