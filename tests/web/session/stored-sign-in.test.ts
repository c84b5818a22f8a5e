// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasStoredSignIn, isSignInKey } from '../../../web/src/session/stored-sign-in.ts';

const PREFIX = 'CognitoIdentityServiceProvider.client-1';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('hasStoredSignIn', () => {
  it('is false for a visitor', () => {
    localStorage.setItem('currentPrompt', 'a castle');
    localStorage.setItem(`${PREFIX}.someone.deviceKey`, 'left from an earlier sign-in');

    expect(hasStoredSignIn()).toBe(false);
  });

  it("is true when Amplify's key for the current user is there", () => {
    localStorage.setItem(`${PREFIX}.LastAuthUser`, 'user-1');

    expect(hasStoredSignIn()).toBe(true);
  });

  it('is false without a storage', () => {
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
  ])('%s: %s', (key, expected) => {
    expect(isSignInKey(key)).toBe(expected);
  });
});
