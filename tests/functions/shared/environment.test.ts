import { afterEach, expect, it, vi } from 'vitest';
import { requireEnv } from '../../../functions/shared/environment.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('reads a setting', () => {
  vi.stubEnv('A_SETTING', 'value');

  expect(requireEnv('A_SETTING')).toBe('value');
});

it.each([undefined, ''])('names the variable that is not there (%j)', (value) => {
  vi.stubEnv('A_SETTING', value);

  expect(() => requireEnv('A_SETTING')).toThrow('The environment variable A_SETTING is not set.');
});
