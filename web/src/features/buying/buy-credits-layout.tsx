import type { ReactNode } from 'react';
import type { QueryState } from '../../lib/query-state.ts';
import { Hero } from '../../ui/hero.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';

interface BuyCreditsLayoutProps {
  credits?: QueryState<number> | undefined;
  children?: ReactNode;
}

/** The frame of the page that sells credits, which is visible while the page's code loads. */
export function BuyCreditsLayout({ credits, children }: BuyCreditsLayoutProps) {
  return (
    <PageLayout credits={credits}>
      <Hero title="Get More Credits">Choose a credit pack to continue generating amazing thumbnails.</Hero>
      {children}
    </PageLayout>
  );
}
