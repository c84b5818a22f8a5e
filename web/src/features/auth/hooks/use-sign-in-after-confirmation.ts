import { signIn } from 'aws-amplify/auth';
import { useEffect, useEffectEvent } from 'react';
import { STORAGE_KEYS } from '../../../lib/browser-storage.ts';
import type { AuthFormState } from '../model/auth-form-state.ts';

/**
 * Signs in when another tab has confirmed the sign-up of this one through the e-mailed link. Only this tab has the
 * password in its memory. The other tab follows, because both share the session.
 */
export function useSignInAfterConfirmation(formState: AuthFormState): void {
  const signInWithPassword = useEffectEvent(() => {
    const { view, email, password } = formState;
    if (view !== 'verify_otp' || email === '' || password === '') return;
    // A failure leaves the other tab's form, which asks for the password.
    signIn({ username: email, password }).catch(() => undefined);
  });
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === STORAGE_KEYS.signUpCode && newValue === null) signInWithPassword();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
}
