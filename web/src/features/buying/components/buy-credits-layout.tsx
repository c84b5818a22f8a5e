import type { ReactNode } from 'react';
import { Hero } from '../../../ui/hero.tsx';

/** The frame of the page that sells credits, which is visible while the page's code loads. */
export function BuyCreditsLayout({ children }: { children?: ReactNode }) {
  return (
    <main className="wrap">
      <Hero title="Get More Credits">Choose a credit pack to continue generating amazing thumbnails.</Hero>
      {children}
    </main>
  );
}
