import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Logo } from '../../ui/logo.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { readAuthUrlParams } from './auth-url-params.ts';
import { TITLES } from './auth-view.ts';
import './auth-layout.css';

/** The centred card of the sign-in page. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="auth-layout">
      <Logo />
      {children}
    </main>
  );
}

/** Shows the title of the form while the form loads. */
export function AuthLoading() {
  const [search] = useSearchParams();
  return (
    <AuthLayout>
      <div className="auth-card">
        <h1>{TITLES[readAuthUrlParams(search).view]}</h1>
        <p className="auth-loading" role="status">
          <Spinner /> <span className="visually-hidden">Loading</span>
        </p>
      </div>
    </AuthLayout>
  );
}
