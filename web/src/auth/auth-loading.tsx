import { useSearchParams } from 'react-router-dom';
import { Spinner } from '../ui/spinner.tsx';
import { readArrival } from './arrival.ts';
import { AuthFrame } from './auth-frame.tsx';
import { TITLES } from './view.ts';

/** Shows the words of the sign-in page while its form is on the way. */
export function AuthLoading() {
  const [search] = useSearchParams();
  return (
    <AuthFrame>
      <div className="auth-card">
        <h1>{TITLES[readArrival(search).view]}</h1>
        <p className="auth-loading" role="status">
          <Spinner /> <span className="visually-hidden">Loading</span>
        </p>
      </div>
    </AuthFrame>
  );
}
