import { useAuthenticator } from '@aws-amplify/ui-react';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AuthFormState } from '../model/auth-form-state.ts';
import type { AuthView } from '../model/auth-view.ts';

type Route = ReturnType<typeof useAuthenticator>['route'];

const VIEWS_BY_ROUTE: Partial<Record<Route, AuthView>> = {
  signIn: 'sign_in',
  signUp: 'sign_up',
  confirmSignUp: 'verify_otp',
  forgotPassword: 'forgotten_password',
  confirmResetPassword: 'update_password',
};

/**
 * Returns the open form, which Amplify's state machine decides. This hook also leads the machine to forms that the machine's own
 * links do not reach, such as the form that an e-mailed link names.
 */
export function useAuthView(initial: AuthView, formState: AuthFormState) {
  const machine = useAuthenticator((context) => [context.route]);
  const { route } = machine;
  const [magicLink, setMagicLink] = useState(initial === 'magic_link');
  const [target, setTarget] = useState<AuthView | undefined>(initial);
  const [last, setLast] = useState(initial);

  const reached = magicLink ? 'magic_link' : VIEWS_BY_ROUTE[route];
  if (target !== undefined && target === reached) setTarget(undefined);
  if (target === undefined && reached !== undefined && reached !== last) setLast(reached);
  const view = target ?? reached ?? last;

  const leadTo = (next: AuthView) => {
    machine.toSignIn();
    switch (next) {
      case 'sign_in':
      case 'magic_link':
        return;
      case 'sign_up':
        machine.toSignUp();
        // Amplify compares the passwords in its state, not the passwords in the inputs.
        machine.updateForm({ name: 'password', value: formState.password });
        // Amplify compares a short confirmation only with a password field that the user has typed in and left.
        if (formState.password !== '') machine.updateBlur({ name: 'password' });
        return;
      case 'forgotten_password':
        machine.toForgotPassword();
        return;
      case 'verify_otp':
        formState.skipNextSend();
        machine.toSignUp();
        machine.submitForm({ email: formState.email });
        return;
      case 'update_password':
        formState.skipNextSend();
        machine.toForgotPassword();
        machine.submitForm({ username: formState.email });
    }
  };

  const isReady = route !== 'idle' && route !== 'setup';
  const leadWhenReady = useEffectEvent(() => {
    if (target !== undefined) leadTo(target);
  });
  // A layout effect runs before the paint, so that Amplify's own first form is never visible.
  useLayoutEffect(() => {
    if (isReady) leadWhenReady();
  }, [isReady]);
  useLayoutEffect(() => formState.setView(view), [formState, view]);

  const open = (next: AuthView) => {
    setMagicLink(next === 'magic_link');
    setTarget(next);
    if (isReady) leadTo(next);
  };
  return { view, isOpening: target !== undefined, open };
}

/** Keeps the form in the URL for a reload and the page that the sign-in leads to, and removes the code of an e-mailed link from it. */
export function useViewInUrl(view: AuthView): void {
  const { search, state } = useLocation() as { search: string; state: unknown };
  const navigate = useNavigate();
  const expected = view === 'sign_in' ? '' : `?view=${view}`;
  useEffect(() => {
    if (search !== expected) void navigate({ search: expected }, { replace: true, state });
  }, [search, expected, state, navigate]);
}
