import { expect, it } from 'vitest';
import { ACCOUNT_DELETED, comeBackTo } from '../../../web/src/lib/come-back.ts';
import { composeTitle } from '../../../web/src/features/auth/model/auth-view.ts';

it.each([
  ['sign_up', {}, 'Create your account'],
  ['sign_up', comeBackTo('/buy-credits', 'get Pro'), 'Create your account to get Pro'],
  ['sign_in', comeBackTo('/buy-credits', 'get Pro'), 'Sign in to get Pro'],
  ['sign_in', comeBackTo('/thumbnails'), 'Welcome back'],
  ['verify_otp', comeBackTo('/buy-credits', 'get Pro'), 'Confirm your email'],
  ['sign_in', ACCOUNT_DELETED, 'Sign in'],
  ['sign_up', ACCOUNT_DELETED, 'Create your account'],
] as const)('the title of the form %s, opened with %o, is "%s"', (view, state, title) => {
  expect(composeTitle(view, state)).toBe(title);
});
