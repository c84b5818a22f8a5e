import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSignInState } from '../../../lib/come-back.ts';
import { Logo } from '../../../ui/logo.tsx';
import { CODE_PURPOSE_TITLE, composeTitle, readAuthUrlParams, type AuthView } from '../model/auth-view.ts';
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
  const { view, isPurposeUnknown } = readAuthUrlParams(search);
  const title = composeTitle(view, useSignInState());
  return (
    <AuthLayout>
      <div className="auth-card">
        <h1>{isPurposeUnknown ? CODE_PURPOSE_TITLE : title}</h1>
        {!isPurposeUnknown && <FormFrame view={view} />}
        <p className="visually-hidden" role="status">
          Loading
        </p>
      </div>
    </AuthLayout>
  );
}

/** The labels of the fields and of the button. The forms themselves are in Amplify's chunk (`labels.ts`). */
const FRAMES: Record<AuthView, readonly [fields: string[], button: string]> = {
  sign_in: [['Email', 'Password'], 'Sign in'],
  sign_up: [['Email', 'Password', 'Confirm password'], 'Sign up'],
  forgotten_password: [['Email'], 'Send reset password instructions'],
  magic_link: [['Email'], 'Send Magic Link'],
  update_password: [['Email', 'Code', 'New password', 'Confirm password'], 'Update password'],
  verify_otp: [['Email', 'Code'], 'Verify token'],
};

/** The shape of a form. It has no controls, because a text typed before the form has loaded would be lost. */
function FormFrame({ view }: { view: AuthView }) {
  const [fields, button] = FRAMES[view];
  return (
    <div className="auth-frame" aria-hidden="true">
      {fields.map((label) => (
        <div key={label}>
          <span>{label}</span>
          <span />
        </div>
      ))}
      <strong>{button}</strong>
    </div>
  );
}
