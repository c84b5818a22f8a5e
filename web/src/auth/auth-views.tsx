import { Authenticator, useAuthenticator } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { useTitle } from '../ui/use-title.ts';
import type { Arrival } from './arrival.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthContext } from './auth-context.ts';
import { Desk } from './desk.ts';
import { formFieldsOf } from './labels.ts';
import { SLOTS } from './links.tsx';
import { MagicLink } from './magic-link.tsx';
import { NOTICES, type Notice } from './messages.ts';
import { forgetCodes } from './pending-code.ts';
import { authServices } from './services.ts';
import { useViewInAddress, useViews } from './use-views.ts';
import { TITLES, type View } from './view.ts';

interface AuthViewsProps {
  arrival: Arrival;
  magicLink: boolean;
}

/** The six forms. All but the magic link are Amplify's; what it cannot do by itself is done around it. */
export function AuthViews({ arrival, magicLink }: AuthViewsProps) {
  const [desk] = useState(() => new Desk(arrival));
  const [notice, tell] = useState<Notice | undefined>(() => noticeFor(arrival));
  const { updateBlur } = useAuthenticator((context) => [context.route]);
  const [services] = useState(() => authServices(desk, tell, () => updateBlur({ name: 'email' })));
  const [formFields] = useState(() => formFieldsOf(desk));
  const { view, isOpening, open } = useViews(arrival.view, desk);
  useTitle(`${TITLES[view]} · Thumbforge`);
  useViewInAddress(view);

  const leadTo = (next: View) => {
    tell(undefined);
    if (view === 'magic_link') forgetCodes(['magic_link']);
    open(next);
  };
  return (
    <AuthContext value={{ arrival, desk, magicLink, tell, open: leadTo }}>
      <AuthCard view={view} isOpening={isOpening} desk={desk} notice={notice}>
        {view === 'magic_link' ? (
          <MagicLink />
        ) : (
          <div hidden={isOpening}>
            <Authenticator
              loginMechanisms={['email']}
              components={SLOTS}
              formFields={formFields}
              services={services}
            />
          </div>
        )}
      </AuthCard>
    </AuthContext>
  );
}

const SENT_BEFORE: Partial<Record<View, Notice>> = {
  verify_otp: NOTICES.confirmationSent,
  update_password: NOTICES.resetSent,
  magic_link: NOTICES.magicLinkSent,
};

/** After a reload: what was sent before it. */
function noticeFor({ view, email, code }: Arrival): Notice | undefined {
  return email !== '' && code === '' ? SENT_BEFORE[view] : undefined;
}
