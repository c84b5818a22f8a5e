import type { ReactNode } from 'react';
import type { QueryState } from '../../lib/query-state.ts';
import { Hero } from '../../ui/hero.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';

interface AccountLayoutProps {
  credits?: QueryState<number>;
  children?: ReactNode;
}

/** The frame of the account page, which is visible while the page's code loads. */
export function AccountLayout({ credits, children }: AccountLayoutProps) {
  return (
    <PageLayout credits={credits}>
      <Hero title="Your account" slim />
      {children}
    </PageLayout>
  );
}
