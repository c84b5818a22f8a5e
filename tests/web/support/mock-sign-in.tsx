import { vi } from 'vitest';
import { useComeBackPath } from '../../../web/src/lib/come-back.ts';
import { cognito, passwords, reauthentication } from './sign-in-stubs.ts';

// Amplify and the sign-in page are replaced. A mock of a lazy module lasts for one file, so each file runs this again.
vi.mock('../../../web/src/session/load-cognito.ts', () => ({ loadCognito: () => Promise.resolve(cognito) }));
vi.mock('../../../web/src/features/auth/components/auth-page.tsx', () => ({
  default: function AuthPage() {
    return (
      <main>
        <h1>The sign-in page</h1>
        <p>{`It leads to ${useComeBackPath()}`}</p>
      </main>
    );
  },
}));
vi.mock('../../../web/src/session/reauthenticate.ts', () => reauthentication);
vi.mock('../../../web/src/session/change-password.ts', () => passwords);
