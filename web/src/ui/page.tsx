import type { ReactNode } from 'react';
import { useTitle } from '../lib/use-title.ts';
import { Hero } from './hero.tsx';

interface PageProps {
  title: string;
  subtitle?: string;
  /** At least as high as the window, so that the footer does not move while the content loads. */
  isTall?: boolean;
  /** Beside the title. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** A page with its title, in the document and as its heading. Without content it is the frame of a page that loads. */
export function Page({ title, subtitle, isTall = false, aside, children }: PageProps) {
  useTitle(`${title} · Thumbforge`);
  return (
    <main className={isTall ? 'wrap tall-page' : 'wrap'}>
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
