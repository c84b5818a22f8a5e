import type { ReactNode } from 'react';
import { Logo } from '../ui/logo.tsx';
import './header.css';

/** The bar over every page but the sign-in page: who we are at the left, what one can do at the right. */
export function Header({ children }: { children: ReactNode }) {
  return (
    <header className="header">
      <div className="wrap">
        <Logo />
        <span className="header-tagline">AI Thumbnail Generator</span>
        <div className="header-end">{children}</div>
      </div>
    </header>
  );
}
