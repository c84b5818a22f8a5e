import type { ReactNode } from 'react';
import { useTitle } from '../lib/use-title.ts';
import { Hero } from './hero.tsx';

interface PageProps {
  title: string;
  subtitle?: string;
  /** Beside the title. */
  aside?: ReactNode;
  /** Its code or its content is on its way. */
  isBusy?: boolean;
  children?: ReactNode;
}

/** A page with its title, in the document and as its heading. */
export function Page({ title, subtitle, aside, isBusy = false, children }: PageProps) {
  useTitle(`${title} · Thumbforge`);
  return (
    <main className="wrap" aria-busy={isBusy}>
      <div className="page-head">
        <Hero title={title} slim={subtitle === undefined}>
          {subtitle}
        </Hero>
        {aside}
      </div>
      {children}
    </main>
  );
}
