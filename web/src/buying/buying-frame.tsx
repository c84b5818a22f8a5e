import type { ReactNode } from 'react';
import type { Balance } from '../api/credits.ts';
import { SidePage } from '../app/side-page.tsx';
import { Hero } from '../ui/hero.tsx';

interface BuyingFrameProps {
  balance?: Balance | undefined;
  children?: ReactNode;
}

/** The words of the page that sells credits: they are there before its own code has arrived. */
export function BuyingFrame({ balance, children }: BuyingFrameProps) {
  return (
    <SidePage balance={balance}>
      <Hero title="Get More Credits">Choose a credit pack to continue generating amazing thumbnails.</Hero>
      {children}
    </SidePage>
  );
}
