import type { ReactNode } from 'react';
import type { QueryState } from '../lib/query-state.ts';
import { Logo } from './logo.tsx';
import { Skeleton } from './skeleton.tsx';
import './header.css';

/** The bar at the top of every page except the sign-in page. */
export function Header({ children }: { children: ReactNode }) {
  return (
    <header className="header">
      <div className="wrap">
        <Logo />
        <span className="header-tagline">AI Thumbnail Generator</span>
        <div className="header-end">{children}</div>
      </div>
    </header>
  );
}

/** Renders nothing when the balance could not be read. */
export function CreditBalance({ credits }: { credits: QueryState<number> }) {
  switch (credits.status) {
    case 'pending':
      return (
        <span className="credit-balance">
          <Skeleton width={9} />
        </span>
      );
    case 'error':
      return null;
    case 'success':
      return (
        <span className="credit-balance">
          <strong>{credits.data}</strong>{' '}
          <span className="credit-balance-unit">{credits.data === 1 ? 'credit' : 'credits'}</span>
        </span>
      );
  }
}
