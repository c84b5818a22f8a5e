import type { ReactNode } from 'react';
import { PATHS } from '../lib/paths.ts';
import type { QueryState } from '../lib/query-state.ts';
import { LinkButton } from './button.tsx';
import { CreditBalance, Header } from './header.tsx';

interface PageLayoutProps {
  /** Undefined for a visitor, and while the page's code loads. */
  credits: QueryState<number> | undefined;
  children: ReactNode;
}

/** The layout of the pages other than home: a header with the balance and a link to home. */
export function PageLayout({ credits, children }: PageLayoutProps) {
  return (
    <>
      <Header>
        {credits && <CreditBalance credits={credits} />}
        <LinkButton variant="outline" to={PATHS.home}>
          Back to Home
        </LinkButton>
      </Header>
      <main className="wrap">{children}</main>
    </>
  );
}
