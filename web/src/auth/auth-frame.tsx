import type { ReactNode } from 'react';
import { Logo } from '../ui/logo.tsx';
import './auth-frame.css';

/** The centred card of the sign-in page. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <main className="auth-frame">
      <Logo />
      {children}
    </main>
  );
}
