import { describe, expect, it, vi } from 'vitest';
import { hasStoredSignIn, isSignInKey } from '../../../web/src/session/stored-sign-in.ts';

const PREFIX = 'CognitoIdentityServiceProvider.client-1';

describe('hasStoredSignIn', () => {
  it('is false for a visitor', () => {
    localStorage.setItem('currentPrompt', 'a castle');
    localStorage.setItem(`${PREFIX}.user-1.deviceKey`, 'left from an earlier sign-in');

    expect(hasStoredSignIn()).toBe(false);
  });

  it("is true when storage has Amplify's key of the current user", () => {
    localStorage.setItem(`${PREFIX}.LastAuthUser`, 'user-1');

    expect(hasStoredSignIn()).toBe(true);
  });

  it('is false when storage is turned off', () => {
    vi.stubGlobal('localStorage', undefined);

    expect(hasStoredSignIn()).toBe(false);
  });
});

describe('isSignInKey', () => {
  it.each([
    [null, true],
    [`${PREFIX}.LastAuthUser`, true],
    [`${PREFIX}.user-1.idToken`, true],
    [`${PREFIX}.user-1.clockDrift`, false],
    ['thumbnailHistory', false],
  ])('returns for %s: %s', (key, expected) => {
    expect(isSignInKey(key)).toBe(expected);
  });
});
