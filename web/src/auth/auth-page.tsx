import { Authenticator } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useSiteConfig } from '../api/site-config.ts';
import { PATHS } from '../app/paths.ts';
import { useSession } from '../session/session-context.ts';
import { readArrival } from './arrival.ts';
import { AuthFrame } from './auth-frame.tsx';
import { AuthLoading } from './auth-loading.tsx';
import { AuthViews } from './auth-views.tsx';
import { forgetCodes } from './pending-code.ts';
import './authenticator.css';

export default function AuthPage() {
  const { status } = useSession();
  const config = useSiteConfig();
  useEffect(() => {
    if (status === 'signed-in') forgetCodes();
  }, [status]);

  if (status === 'signed-in') return <Navigate to={PATHS.home} replace />;
  if (status === 'loading' || config === undefined) return <AuthLoading />;
  return <Forms magicLink={config.magicLink} />;
}

function Forms({ magicLink }: { magicLink: boolean }) {
  const [search] = useSearchParams();
  const [arrival] = useState(() => {
    const asked = readArrival(search);
    return asked.view === 'magic_link' && !magicLink ? { ...asked, view: 'sign_in' as const } : asked;
  });
  return (
    <AuthFrame>
      <Authenticator.Provider>
        <AuthViews arrival={arrival} magicLink={magicLink} />
      </Authenticator.Provider>
    </AuthFrame>
  );
}
