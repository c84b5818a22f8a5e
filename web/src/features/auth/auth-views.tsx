import { Authenticator, useAuthenticator } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { useTitle } from '../../lib/use-title.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthContext } from './auth-context.ts';
import { AuthFormState } from './auth-form-state.ts';
import { createAuthServices } from './auth-services.ts';
import type { AuthUrlParams } from './auth-url-params.ts';
import { TITLES, type AuthView } from './auth-view.ts';
import { createFormFields } from './labels.ts';
import { MagicLink } from './magic-link.tsx';
import { NOTICES, type Notice } from './messages.ts';
import { clearPendingCodes } from './pending-code.ts';
import { useAuthView, useViewInUrl } from './use-auth-view.ts';
import { FORM_SLOTS } from './view-links.tsx';

interface AuthViewsProps {
  urlParams: AuthUrlParams;
  magicLink: boolean;
}

/** The six forms. All except the magic link are Amplify's. */
export function AuthViews({ urlParams, magicLink }: AuthViewsProps) {
  const [formState] = useState(() => new AuthFormState(urlParams));
  const [notice, setNotice] = useState<Notice | undefined>(() => findInitialNotice(urlParams));
  const { updateBlur } = useAuthenticator((context) => [context.route]);
  const [services] = useState(() =>
    createAuthServices(formState, setNotice, () => updateBlur({ name: 'email' })),
  );
  const [formFields] = useState(() => createFormFields(formState));
  const { view, isOpening, open } = useAuthView(urlParams.view, formState);
  useTitle(`${TITLES[view]} · Thumbforge`);
  useViewInUrl(view);

  const openAnother = (next: AuthView) => {
    setNotice(undefined);
    if (view === 'magic_link') clearPendingCodes(['magic_link']);
    open(next);
  };
  return (
    <AuthContext value={{ urlParams, formState, magicLink, setNotice, open: openAnother }}>
      <AuthCard view={view} isOpening={isOpening} formState={formState} notice={notice}>
        {view === 'magic_link' ? (
          <MagicLink />
        ) : (
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
