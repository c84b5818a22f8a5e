import { Authenticator, useAuthenticator } from '@aws-amplify/ui-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTitle } from '../../../lib/use-title.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthContext } from '../model/auth-context.ts';
import { AuthFormState } from '../model/auth-form-state.ts';
import { createAuthServices } from '../model/auth-services.ts';
import type { AuthUrlParams } from '../model/auth-url-params.ts';
import { CODE_PURPOSE_TITLE, TITLES, type AuthView } from '../model/auth-view.ts';
import { CodePurpose } from './code-purpose.tsx';
import { createFormFields } from '../model/labels.ts';
import { MagicLink } from './magic-link.tsx';
import { NOTICES, type Notice } from '../model/messages.ts';
import { clearPendingCodes } from '../model/pending-code.ts';
import { useAuthView, useViewInUrl } from '../hooks/use-auth-view.ts';
import { useSignInAfterConfirmation } from '../hooks/use-sign-in-after-confirmation.ts';
import { FORM_SLOTS } from './view-links.tsx';

interface AuthViewsProps {
  urlParams: AuthUrlParams;
  magicLink: boolean;
  welcomeCredits: number;
}

/** The six forms. All except the magic link are Amplify's. */
export function AuthViews({ urlParams, magicLink, welcomeCredits }: AuthViewsProps) {
  const [formState] = useState(() => new AuthFormState(urlParams));
  const [notice, setNotice] = useState<Notice | undefined>(() => findInitialNotice(urlParams));
  const { updateBlur } = useAuthenticator((context) => [context.route]);
  const [services] = useState(() =>
    createAuthServices({
      formState,
      setNotice,
      refreshForm: () => updateBlur({ name: 'email' }),
      magicLink,
    }),
  );
  const [formFields] = useState(() => createFormFields(formState));
  const { view, isOpening, open } = useAuthView(urlParams.view, formState);
  const [isAsking, setIsAsking] = useState(urlParams.isPurposeUnknown);
  const title = isAsking ? CODE_PURPOSE_TITLE : TITLES[view];
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
    if (view === 'magic_link') clearPendingCodes(['magic_link']);
    open(next);
  };
  const choosePurpose = (purpose: AuthView) => {
    setIsAsking(false);
    if (purpose !== view) open(purpose);
  };
  return (
    <AuthContext value={{ urlParams, formState, magicLink, welcomeCredits, setNotice, open: openAnother }}>
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

/** After a reload the notice of the code that was sent before it. */
function findInitialNotice({ view, email, code }: AuthUrlParams): Notice | undefined {
  return email !== '' && code === '' ? SENT_NOTICES[view] : undefined;
}
