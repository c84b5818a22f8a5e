import type { ReactNode } from 'react';
import { useTitle } from '../lib/use-title.ts';
import './page.css';

interface PageProps {
  title: string;
  subtitle?: string;
  /** Content beside the title. */
  aside?: ReactNode;
  /** True while the code or the content of the page loads. */
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

interface HeroProps {
  title: string;
  children?: ReactNode;
  /** Smaller, for pages whose content matters more than the title. */
  slim?: boolean;
}

/** The title of a page, with an optional subtitle. */
function Hero({ title, children, slim = false }: HeroProps) {
  return (
    <div className={slim ? 'hero hero-slim' : 'hero'}>
      <h1>{title}</h1>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}
