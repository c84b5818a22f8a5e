import { useAuthenticator } from '@aws-amplify/ui-react';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Desk } from './desk.ts';
import type { View } from './view.ts';

type Route = ReturnType<typeof useAuthenticator>['route'];

const VIEW_OF_ROUTE: Partial<Record<Route, View>> = {
  signIn: 'sign_in',
  signUp: 'sign_up',
  confirmSignUp: 'verify_otp',
  forgotPassword: 'forgotten_password',
  confirmResetPassword: 'update_password',
};

/**
 * Which form is open. Amplify's state machine decides; this reads it, and leads it to a form that its own links do not
 * reach: one that a mail or an address names.
 * @param first the form to begin with.
 */
export function useViews(first: View, desk: Desk) {
  const machine = useAuthenticator((context) => [context.route]);
  const { route } = machine;
  const [magicLink, setMagicLink] = useState(first === 'magic_link');
  const [wanted, setWanted] = useState<View | undefined>(first);
  const [last, setLast] = useState(first);

  const reached = magicLink ? 'magic_link' : VIEW_OF_ROUTE[route];
  if (wanted !== undefined && wanted === reached) setWanted(undefined);
  if (wanted === undefined && reached !== undefined && reached !== last) setLast(reached);
  const view = wanted ?? reached ?? last;

  const lead = (to: View) => {
    machine.toSignIn();
    switch (to) {
      case 'sign_in':
      case 'magic_link':
        return;
      case 'sign_up':
        machine.toSignUp();
        // Amplify compares the two passwords as they were typed, not as they stand in the form.
        machine.updateForm({ name: 'password', value: desk.password });
        return;
      case 'forgotten_password':
        machine.toForgotPassword();
        return;
      case 'verify_otp':
        desk.codeIsOut();
        machine.toSignUp();
        machine.submitForm({ email: desk.email });
        return;
      case 'update_password':
        desk.codeIsOut();
        machine.toForgotPassword();
        machine.submitForm({ username: desk.email });
    }
  };

  const isReady = route !== 'idle' && route !== 'setup';
  const leadOnceReady = useEffectEvent(() => {
    if (wanted !== undefined) lead(wanted);
  });
  // Before the browser paints: the form that Amplify begins with is never seen.
  useLayoutEffect(() => {
    if (isReady) leadOnceReady();
  }, [isReady]);
  useLayoutEffect(() => desk.show(view), [desk, view]);

  const open = (to: View) => {
    setMagicLink(to === 'magic_link');
    setWanted(to);
    if (isReady) lead(to);
  };
  return { view, isOpening: wanted !== undefined, open };
}

/** A reload opens the same form again. The code from a mail does not stay in the address. */
export function useViewInAddress(view: View): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const wanted = view === 'sign_in' ? '' : `?view=${view}`;
  useEffect(() => {
    if (search !== wanted) void navigate({ search: wanted }, { replace: true });
  }, [search, wanted, navigate]);
}
