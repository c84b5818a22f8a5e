import type { ReactNode } from 'react';
import type { Balance } from '../api/credits.ts';
import { LinkButton } from '../ui/button.tsx';
import { CreditBalance } from './credit-balance.tsx';
import { Header } from './header.tsx';
import { PATHS } from './paths.ts';

interface SidePageProps {
  /** Absent for a visitor, and until it is known. */
  balance: Balance | undefined;
  children: ReactNode;
}

/** A page beside the generator: the balance, and the way back. */
export function SidePage({ balance, children }: SidePageProps) {
  return (
    <>
      <Header>
        {balance && <CreditBalance balance={balance} />}
        <LinkButton look="outline" to={PATHS.home}>
          Back to Home
        </LinkButton>
      </Header>
      <main className="wrap">{children}</main>
    </>
  );
}
