import type { ReactNode } from 'react';
import './hero.css';

interface HeroProps {
  title: string;
  children?: ReactNode;
  /** Smaller, for pages whose content matters more than the title. */
  slim?: boolean;
}

/** The title of a page, with an optional subtitle. */
export function Hero({ title, children, slim = false }: HeroProps) {
  return (
    <div className={slim ? 'hero hero-slim' : 'hero'}>
      <h1>{title}</h1>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}
