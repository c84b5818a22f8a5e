import { vi } from 'vitest';

/** Stubs of the functions of Amplify that the site calls, without a user pool. */
export const cognito = {
  readIdToken: vi.fn((_userId?: string): Promise<string | undefined> => Promise.resolve('token')),
  updateSession: () => Promise.resolve(),
  signOut: vi.fn(() => Promise.resolve()),
};

/** The new sign-in before a deletion. */
export const reauthentication = {
  signInAgain: vi.fn(() => Promise.resolve('fresh token')),
  sendSignInCode: vi.fn(() => Promise.resolve(() => Promise.resolve('fresh token'))),
};

/** The change of the password on the account page. */
export const passwords = {
  sendPasswordCode: vi.fn((_email: string) => Promise.resolve()),
  changePassword: vi.fn((_email: string, _code: string, _password: string) => Promise.resolve()),
};
