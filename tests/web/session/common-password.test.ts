import { describe, expect, it, vi } from 'vitest';
import type * as PasswordSession from '../../../web/src/session/change-password.ts';
import { requireUncommonPassword } from '../../../web/src/session/common-password.ts';

const MESSAGE = /^This password is easy to guess/;

describe('a password', () => {
  it.each([
    'password12',
    'Password-123!',
    '2024 p@$$w0rd',
    'passwordpassword1',
    'Thumbforge1',
    'thumb-forge-2026',
    'thumbnail99',
    '123youtube456',
    'YouTube!!2026',
    'i love you 123',
    'qwertyuiop1',
    '1q2w3e4r5t',
    '1qaz2wsx3edc',
    'a123456789',
    '1234567890abc',
    'aaaaaaaaa1',
    'Summer2026!',
  ])('of one common word is refused: %s', (password) => {
    expect(() => requireUncommonPassword(password)).toThrow(MESSAGE);
  });

  it.each([
    'correct horse 7',
    'wrong password 1',
    'my thumbforge password 1',
    'youtube castle 42',
    'xk7vtqmh2p',
    'пароль и ещё одно слово 1',
    `${'password'.repeat(6)}1`,
    `a${'1'.repeat(60_000)}b`,
  ])('of several words, or none, is accepted: %.40s', (password) => {
    expect(() => requireUncommonPassword(password)).not.toThrow();
  });

  it('that is common is refused on the account page before the code is used', async () => {
    const { changePassword } = await vi.importActual<typeof PasswordSession>(
      '../../../web/src/session/change-password.ts',
    );
    await expect(changePassword('ada@example.com', '123456', 'thumbforge1')).rejects.toThrow(MESSAGE);
  });
});
