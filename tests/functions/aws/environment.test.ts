import { afterEach, expect, it, vi } from 'vitest';
import { environment } from '../../../functions/aws/environment.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('reads a setting', () => {
  vi.stubEnv('A_SETTING', 'value');

  expect(environment('A_SETTING')).toBe('value');
});

it.each([undefined, ''])('names the variable that is not there (%j)', (value) => {
  vi.stubEnv('A_SETTING', value);

  expect(() => environment('A_SETTING')).toThrow('The environment variable A_SETTING is not set.');
});
