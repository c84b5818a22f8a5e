import { useEffect, useEffectEvent, useState, useRef, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Authenticator, useAuthenticator } from '@aws-amplify/ui-react';
import { signIn } from 'aws-amplify/auth';
import type { SiteConfig } from '#contract/site-config.ts';
import { STORAGE_KEYS } from '../../../lib/browser-storage.ts';
import { useSignInState } from '../../../lib/come-back.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordChecklist } from '../../../session/password-checklist.tsx';
import { useAuthView, useViewInUrl } from '../hooks/use-auth-view.ts';
import { useFocusOnFormChange, useRestoreFormFocus } from '../hooks/use-form-focus.ts';
import { AuthContext, NOTICES } from '../model/auth-context.ts';
import type { Notice } from '../model/auth-context.ts';
import { AuthFormState } from '../model/auth-form-state.ts';
import { createAuthServices } from '../model/auth-services.ts';
import { CODE_PURPOSE_TITLE, composeTitle } from '../model/auth-view.ts';
import type { AuthUrlParams, AuthView } from '../model/auth-view.ts';
import { createFormFields } from '../model/labels.ts';
import { clearPendingCodes } from '../model/pending-code.ts';
import { MagicLink } from './magic-link.tsx';
import { FORM_SLOTS } from './view-links.tsx';

interface AuthViewsProps {
  urlParams: AuthUrlParams;
  settings: SiteConfig;
}

/** The six forms. All except the magic link are Amplify's. */
export function AuthViews({ urlParams, settings }: AuthViewsProps) {
  const { magicLink, welcomeCredits, legal } = settings;
  const [formState] = useState(() => new AuthFormState(urlParams));
  const [notice, setNotice] = useState<Notice | undefined>(() => findInitialNotice(urlParams));
  const { updateBlur } = useAuthenticator((context) => [context.route]);
  const [services] = useState(() =>
    createAuthServices({
      formState,
      setNotice,
      setIsAccountKnown: (isKnown) => setIsAccountKnown(isKnown),
      refreshForm: () => updateBlur({ name: 'email' }),
      magicLink,
    }),
  );
  const [formFields] = useState(() =>
    createFormFields(formState, <TypedPasswordChecklist formState={formState} />),
  );
  const { view, isOpening, open } = useAuthView(urlParams.view, formState);
  const [isAccountKnown, setIsAccountKnown] = useState(false);
  const [isAsking, setIsAsking] = useState(urlParams.isPurposeUnknown);
  const formTitle = composeTitle(view, useSignInState());
  const title = isAsking ? CODE_PURPOSE_TITLE : formTitle;
  useTitle(`${title} · Thumbforge`);
  useViewInUrl(view);
  useSignInAfterConfirmation(formState);
  const openNewPassword = useEffectEvent(() => {
    if (view === 'sign_in' && formState.consumeNeedsNewPassword()) open('update_password');
  });
  // After the confirmation of a sign-up Amplify opens the sign-in.
  useEffect(openNewPassword, [view]);

  const openAnother = (next: AuthView) => {
    setNotice(undefined);
    setIsAccountKnown(false);
    if (view === 'magic_link') clearPendingCodes(['magic_link']);
    open(next);
  };
  const choosePurpose = (purpose: AuthView) => {
    setIsAsking(false);
    if (purpose !== view) open(purpose);
  };
  return (
    <AuthContext
      value={{
        ...{ urlParams, formState, magicLink, welcomeCredits, legal },
        ...{ isAccountKnown, setNotice, open: openAnother },
      }}
    >
      <AuthCard
        title={title}
        view={isAsking ? undefined : view}
        isOpening={isOpening && !isAsking}
        formState={formState}
        notice={notice}
      >
        {isAsking && <CodePurpose onChoose={choosePurpose} />}
        {!isAsking && view === 'magic_link' && <MagicLink />}
        {!isAsking && view !== 'magic_link' && (
          <div hidden={isOpening}>
            <Authenticator
              loginMechanisms={['email']}
              components={FORM_SLOTS}
              formFields={formFields}
              services={services}
            />
          </div>
        )}
      </AuthCard>
    </AuthContext>
  );
}

const SENT_NOTICES: Partial<Record<AuthView, Notice>> = {
  verify_otp: NOTICES.confirmationSent,
  update_password: NOTICES.resetSent,
  magic_link: NOTICES.magicLinkSent,
};

/** Returns the notice that a code was sent, so that a reload shows it again. */
function findInitialNotice({ view, email, code }: AuthUrlParams): Notice | undefined {
  return email !== '' && code === '' ? SENT_NOTICES[view] : undefined;
}

/** Judges the password while it is typed. */
function TypedPasswordChecklist({ formState: { typedPassword } }: { formState: AuthFormState }) {
  return <PasswordChecklist password={useSyncExternalStore(typedPassword.subscribe, typedPassword.get)} />;
}

/** The question that precedes the form for a code that another device requested, if its link names no view. */
function CodePurpose({ onChoose }: { onChoose: (view: AuthView) => void }) {
  return (
    <div className="code-purpose">
      <p>You have opened the link of an email. Choose what you asked for.</p>
      <Button variant="brand" onClick={() => onChoose('verify_otp')}>
        Confirm my new account
      </Button>
      <Button variant="outline" onClick={() => onChoose('update_password')}>
        Choose a new password
      </Button>
    </div>
  );
}

/**
 * Signs in when another tab has confirmed the sign-up of this one through the e-mailed link. Only this tab has the
 * password in its memory. The other tab follows, because both share the session.
 */
function useSignInAfterConfirmation(formState: AuthFormState): void {
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

interface AuthCardProps {
  title: string;
  /** Undefined while no form of Amplify is visible. */
  view: AuthView | undefined;
  isOpening: boolean;
  formState: AuthFormState;
  notice: Notice | undefined;
  children: ReactNode;
}

/** The card around the open form: its title, the notice of the last action, and the shared form state. */
function AuthCard({ title, view, isOpening, formState, notice, children }: AuthCardProps) {
  const { isPending } = useAuthenticator((context) => [context.isPending]);
  const container = useRef<HTMLDivElement>(null);
  useFocusOnFormChange(container, isOpening ? undefined : (view ?? title));
  useRestoreFormFocus(container, isPending);
  const [isEdited, setIsEdited] = useState(false);
  const isCodeNew = notice === NOTICES.codeSentAgain;
  useEffect(() => {
    // The old code is invalid. Amplify's inputs are uncontrolled, so it stays in the field otherwise.
    const field = isCodeNew && container.current?.querySelector<HTMLInputElement>('[name=confirmation_code]');
    if (field) field.value = '';
  }, [isCodeNew]);

  return (
    <div
      ref={container}
      // The style hides Amplify's error about what was sent before. Amplify keeps it until the form is sent again.
      className={isCodeNew || isEdited ? 'auth-card has-old-error' : 'auth-card'}
      onChange={({ target }) => {
        if (!(target instanceof HTMLInputElement)) return;
        setIsEdited(true);
        formState.setField(target.name, target.value);
      }}
      // Autofill does not always trigger a change event.
      onSubmitCapture={({ target }) => {
        setIsEdited(false);
        for (const [name, value] of new FormData(target))
          if (typeof value === 'string') formState.setField(name, value);
      }}
    >
      <h1>{title}</h1>
      <p className="message auth-notice" role="status">
        {notice}
      </p>
      {children}
    </div>
  );
}
