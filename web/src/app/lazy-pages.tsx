import type { ComponentType, ReactNode } from 'react';
import { AccountLayout } from '../features/account/components/account-layout.tsx';
import { AuthLoading } from '../features/auth/components/auth-layout.tsx';
import { loadAuthPage } from '../features/auth/components/load-auth-page.ts';
import { BuyCreditsLayout } from '../features/buying/components/buy-credits-layout.tsx';
import { LibraryLayout } from '../features/library/components/library-layout.tsx';
import { PATHS } from '../lib/paths.ts';

export interface LazyPage {
  path: string;
  load: () => Promise<{ default: ComponentType }>;
  /** What is visible while the page loads. */
  frame: ReactNode;
}

/** It has a layout of its own, without the header. */
export const AUTH_PAGE: LazyPage = { path: PATHS.auth, load: loadAuthPage, frame: <AuthLoading /> };

export const LAZY_PAGES: readonly LazyPage[] = [
  {
    path: PATHS.buyCredits,
    load: () => import('../features/buying/components/buy-credits-page.tsx'),
    frame: <BuyCreditsLayout />,
  },
  {
    path: PATHS.account,
    load: () => import('../features/account/components/account-page.tsx'),
    frame: <AccountLayout />,
  },
  {
    path: PATHS.library,
    load: () => import('../features/library/components/library-page.tsx'),
    frame: <LibraryLayout />,
  },
  {
    path: PATHS.finish,
    load: () => import('../features/finish/components/finish-page.tsx'),
    frame: <main className="wrap" aria-busy />,
  },
];
