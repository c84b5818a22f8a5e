import { useSearchParams } from 'react-router-dom';
import { Spinner } from '../ui/spinner.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { asksForSignUp, SIGN_IN_TITLE, SIGN_UP_TITLE } from './titles.ts';

/** Shows the words of the sign-in page while its form is on the way. */
export function AuthLoading() {
  const [search] = useSearchParams();
  return (
    <AuthFrame>
      <div className="auth-card">
        <h1 className="auth-title">{asksForSignUp(search) ? SIGN_UP_TITLE : SIGN_IN_TITLE}</h1>
        <p className="auth-loading" role="status">
          <Spinner /> <span className="visually-hidden">Loading</span>
        </p>
      </div>
    </AuthFrame>
  );
}
