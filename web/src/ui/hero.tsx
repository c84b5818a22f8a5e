import type { ReactNode } from 'react';
import './hero.css';

interface HeroProps {
  title: string;
  children?: ReactNode;
  /** Leaves the room to what is below it. */
  slim?: boolean;
}

/** What a page is for, in one line and perhaps a second. */
export function Hero({ title, children, slim = false }: HeroProps) {
  return (
    <div className={slim ? 'hero hero-slim' : 'hero'}>
      <h1>{title}</h1>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}
