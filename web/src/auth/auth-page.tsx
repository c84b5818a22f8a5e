import { Authenticator } from '@aws-amplify/ui-react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { PATHS } from '../app/paths.ts';
import { useSession } from '../session/session-context.ts';
import { useTitle } from '../ui/use-title.ts';
import { AuthFrame } from './auth-frame.tsx';
import { AuthLoading } from './auth-loading.tsx';
import { FocusOnNewView } from './focus-on-new-view.tsx';
import { FORM_FIELDS } from './labels.ts';
import { SERVICES } from './services.ts';
import { asksForSignUp } from './titles.ts';
import { VIEWS } from './views.tsx';
import './authenticator.css';

export default function AuthPage() {
  useTitle('Sign in · Thumbforge');
  const session = useSession();
  const [search] = useSearchParams();

  if (session.status === 'signed-in') return <Navigate to={PATHS.home} replace />;
  if (session.status === 'loading') return <AuthLoading />;
  return (
    <AuthFrame>
      <Authenticator.Provider>
        <FocusOnNewView>
          <Authenticator
            initialState={asksForSignUp(search) ? 'signUp' : 'signIn'}
            loginMechanisms={['email']}
            components={VIEWS}
            formFields={FORM_FIELDS}
            services={SERVICES}
          />
        </FocusOnNewView>
      </Authenticator.Provider>
    </AuthFrame>
  );
}
