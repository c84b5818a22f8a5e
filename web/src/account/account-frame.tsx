import type { ReactNode } from 'react';
import type { Balance } from '../api/credits.ts';
import { SidePage } from '../app/side-page.tsx';
import { Hero } from '../ui/hero.tsx';

interface AccountFrameProps {
  balance?: Balance | undefined;
  children?: ReactNode;
}

/** The words of the account page that are there before its own code has arrived. */
export function AccountFrame({ balance, children }: AccountFrameProps) {
  return (
    <SidePage balance={balance}>
      <Hero title="Your account" slim />
      {children}
    </SidePage>
  );
}
