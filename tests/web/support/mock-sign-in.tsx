import { vi } from 'vitest';
import { useSignInState } from '../../../web/src/lib/come-back.ts';
import { cognito, passwords, reauthentication } from './sign-in-stubs.ts';

// Amplify and the sign-in page are replaced. A mock of a lazy module lasts for one file, so each file runs this again.
vi.mock('../../../web/src/session/load-cognito.ts', () => ({ loadCognito: () => Promise.resolve(cognito) }));
vi.mock('../../../web/src/features/auth/components/auth-page.tsx', () => ({
  default: function AuthPage() {
    const { comeBackTo = '/', wish, isAccountDeleted = false } = useSignInState();
    return (
      <main>
        <h1>The sign-in page</h1>
        <p>{`It leads to ${comeBackTo}`}</p>
        {wish !== undefined && <p>{`Its visitor wanted to ${wish}`}</p>}
        {isAccountDeleted && <p>It welcomes nobody back</p>}
      </main>
    );
  },
}));
vi.mock('../../../web/src/session/reauthenticate.ts', () => reauthentication);
vi.mock('../../../web/src/session/change-password.ts', () => passwords);
