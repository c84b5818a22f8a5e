import type { ReactNode } from 'react';
import type { Balance } from '../api/credits.ts';
import { CreditBalance } from '../app/credit-balance.tsx';
import { Header } from '../app/header.tsx';
import { PATHS } from '../app/paths.ts';
import { LinkButton } from '../ui/button.tsx';
import { Hero } from '../ui/hero.tsx';

interface AccountFrameProps {
  balance?: Balance | undefined;
  children?: ReactNode;
}

/** The words of the account page that are there before its own code has arrived. */
export function AccountFrame({ balance, children }: AccountFrameProps) {
  return (
    <>
      <Header>
        {balance && <CreditBalance balance={balance} />}
        <LinkButton look="outline" to={PATHS.home}>
          Back to Home
        </LinkButton>
      </Header>
      <main className="wrap">
        <Hero title="Your account" slim />
        {children}
      </main>
    </>
  );
}
