import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearPendingCodes,
  loadPendingCode,
  savePendingCode,
} from '../../../web/src/features/auth/model/pending-code.ts';

const EMAIL = 'ada@example.com';
const NOW = Date.parse('2026-11-21T09:00:00.000Z');
const MINUTE = 60_000;
const KINDS = ['sign_up', 'reset', 'magic_link'] as const;

const saveAll = () => KINDS.forEach((kind) => savePendingCode(kind, EMAIL));
const loadAll = () => KINDS.map((kind) => loadPendingCode(kind)?.email);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

describe('a pending code', () => {
  it.each([
    ['sign_up', 24 * 60 * MINUTE],
    ['reset', 60 * MINUTE],
    ['magic_link', 3 * MINUTE],
  ] as const)('for %s is known for as long as Cognito accepts it: %i ms', (kind, lifetime) => {
    savePendingCode(kind, EMAIL);

    vi.setSystemTime(NOW + lifetime - 1);
    expect(loadPendingCode(kind)).toEqual({ email: EMAIL, requestedAt: NOW });
    vi.setSystemTime(NOW + lifetime);
    expect(loadPendingCode(kind)).toBeUndefined();
  });

  it('starts its lifetime again when another code is sent', () => {
    savePendingCode('magic_link', EMAIL);
    vi.setSystemTime(NOW + 2 * MINUTE);
    savePendingCode('magic_link', EMAIL);
    vi.setSystemTime(NOW + 4 * MINUTE);

    expect(loadPendingCode('magic_link')?.email).toBe(EMAIL);
  });

  it('knows who chose the password until a code is sent to another address', () => {
    savePendingCode('sign_up', EMAIL, { knowsPassword: true });
    savePendingCode('sign_up', EMAIL);
    expect(loadPendingCode('sign_up')?.knowsPassword).toBe(true);

    savePendingCode('sign_up', 'eve@example.com');
    expect(loadPendingCode('sign_up')).toEqual({ email: 'eve@example.com', requestedAt: NOW });
  });

  it('is known in a new tab, except the code of a passwordless sign-in', () => {
    saveAll();
    sessionStorage.clear();

    expect(loadAll()).toEqual([EMAIL, EMAIL, undefined]);
  });

  it('is cleared by its kind, or with all others', () => {
    saveAll();

    clearPendingCodes(['sign_up']);
    expect(loadAll()).toEqual([undefined, EMAIL, EMAIL]);
    clearPendingCodes();
    expect(loadAll()).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    '{',
    'null',
    '"ada"',
    '{}',
    '{"email":1,"requestedAt":1}',
    '{"email":"ada@example.com","requestedAt":"now"}',
  ])('is ignored when storage contains %s', (text) => {
    localStorage.setItem('pendingCode.sign_up', text);

    expect(loadPendingCode('sign_up')).toBeUndefined();
  });

  it('is not known, and does not fail, when storage is turned off', () => {
    vi.stubGlobal('localStorage', undefined);

    savePendingCode('sign_up', EMAIL);
    expect(loadPendingCode('sign_up')).toBeUndefined();
    clearPendingCodes();
  });
});
