import { Authenticator } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import type { SiteConfig } from '#contract/site-config.ts';
import { useSiteConfig } from '../../../api/site-config.ts';
import { useSignInState } from '../../../lib/come-back.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../session/session-provider.tsx';
import { AuthLayout, AuthLoading } from './auth-layout.tsx';
import { readAuthUrlParams } from '../model/auth-view.ts';
import { AuthViews } from './auth-views.tsx';
import { clearPendingCodes } from '../model/pending-code.ts';
import '../../../ui/message.css';
import './authenticator.css';

export default function AuthPage() {
  const { status } = useSession();
  const config = useSiteConfig();
  const [search] = useSearchParams();
  const { comeBackTo = PATHS.home } = useSignInState();
  useEffect(() => {
    if (status === 'signed-in') clearPendingCodes();
  }, [status]);

  if (status === 'signed-in') {
    const { view, code } = readAuthUrlParams(search);
    // The e-mail of "Change password" on the account page, which has the form for its code.
    const hasPasswordCode = view === 'update_password' && code !== '';
    return <Navigate to={hasPasswordCode ? `${PATHS.account}?code=${code}` : comeBackTo} replace />;
  }
  if (status === 'loading' || config.status !== 'success') return <AuthLoading />;
  return <Forms settings={config.data} />;
}

function Forms({ settings }: { settings: SiteConfig }) {
  const [search] = useSearchParams();
  const [urlParams] = useState(() => {
    const params = readAuthUrlParams(search);
    return params.view === 'magic_link' && !settings.magicLink
      ? { ...params, view: 'sign_in' as const }
      : params;
  });
  return (
    <AuthLayout>
      <Authenticator.Provider>
        <AuthViews urlParams={urlParams} settings={settings} />
      </Authenticator.Provider>
    </AuthLayout>
  );
}
