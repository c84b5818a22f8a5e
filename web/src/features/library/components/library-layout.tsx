import type { ReactNode } from 'react';
import { Hero } from '../../../ui/hero.tsx';

interface LibraryLayoutProps {
  /** Beside the title. */
  head?: ReactNode;
  children?: ReactNode;
}

/** The frame of the library, which is visible while the page's code loads. */
export function LibraryLayout({ head, children }: LibraryLayoutProps) {
  return (
    <main className="wrap tall-page">
      <div className="library-head">
        <Hero title="All thumbnails" slim />
        {head}
      </div>
      {children}
    </main>
  );
}
