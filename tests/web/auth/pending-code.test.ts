// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetCodes, recallCode, rememberCode } from '../../../web/src/auth/pending-code.ts';

const EMAIL = 'ada@example.com';
const ASKED = Date.parse('2026-11-21T09:00:00.000Z');
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: ASKED });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

describe('a code that is waited for', () => {
  it.each([
    ['sign_up', 24 * 60 * MINUTE],
    ['reset', 60 * MINUTE],
    ['magic_link', 3 * MINUTE],
  ] as const)('of %s is known for as long as Cognito takes it: %i ms', (kind, life) => {
    rememberCode(kind, EMAIL);

    vi.setSystemTime(ASKED + life - 1);
    expect(recallCode(kind)).toEqual({ kind, email: EMAIL, at: ASKED });
    vi.setSystemTime(ASKED + life);
    expect(recallCode(kind)).toBeUndefined();
  });

  it('lives anew when another is sent', () => {
    rememberCode('magic_link', EMAIL);
    vi.setSystemTime(ASKED + 2 * MINUTE);
    rememberCode('magic_link', EMAIL);
    vi.setSystemTime(ASKED + 4 * MINUTE);

    expect(recallCode('magic_link')?.email).toBe(EMAIL);
  });

  it('is known in the tab that a mailed link opens, but a sign-in without a password in its own alone', () => {
    rememberCode('sign_up', EMAIL);
    rememberCode('reset', EMAIL);
    rememberCode('magic_link', EMAIL);
    sessionStorage.clear();

    expect(recallCode('sign_up')?.email).toBe(EMAIL);
    expect(recallCode('reset')?.email).toBe(EMAIL);
    expect(recallCode('magic_link')).toBeUndefined();
  });

  it('is forgotten by its kind, or with all others', () => {
    rememberCode('sign_up', EMAIL);
    rememberCode('reset', EMAIL);
    rememberCode('magic_link', EMAIL);

    forgetCodes(['sign_up']);
    expect([recallCode('sign_up'), recallCode('reset')?.email]).toEqual([undefined, EMAIL]);
    forgetCodes();
    expect([recallCode('reset'), recallCode('magic_link')]).toEqual([undefined, undefined]);
  });

  it.each(['{', 'null', '"ada"', '{}', '{"email":1,"at":1}', '{"email":"ada@example.com","at":"now"}'])(
    'is none where the storage holds %s',
    (garbage) => {
      localStorage.setItem('pendingCode.sign_up', garbage);

      expect(recallCode('sign_up')).toBeUndefined();
    },
  );

  it('is none where the storage is switched off, and asking for one works all the same', () => {
    vi.stubGlobal('localStorage', undefined);

    rememberCode('sign_up', EMAIL);
    expect(recallCode('sign_up')).toBeUndefined();
    forgetCodes();
  });
});
