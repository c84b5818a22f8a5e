import type { ReactNode } from 'react';
import { Hero } from '../../../ui/hero.tsx';

/** The frame of the account page, which is visible while the page's code loads. */
export function AccountLayout({ children }: { children?: ReactNode }) {
  return (
    <main className="wrap">
      <Hero title="Your account" slim />
      {children}
    </main>
  );
}
