import { afterEach, describe, expect, it, vi } from 'vitest';
import { requireEnv } from '../../../functions/platform/environment.ts';
import { errorName, errorTrace } from '../../../functions/platform/logger.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the log of an error', () => {
  it.each([
    [new TypeError('secret'), 'TypeError'],
    [Object.assign(new Error('secret'), { name: 'AccessDenied' }), 'AccessDenied'],
    [Object.assign(new Error('secret'), { type: 'StripeCardError' }), 'StripeCardError'],
    [Object.assign(new TypeError('secret'), { type: 'other' }), 'TypeError'],
    ['secret', 'string'],
    [undefined, 'undefined'],
    [null, 'object'],
  ])('names the class of %s', (error, name) => {
    expect(errorName(error)).toBe(name);
  });

  it('contains at most eight stack frames and no part of the message', () => {
    const fail = (depth: number): Error =>
      depth === 0 ? new Error('secret\n    at two lines') : fail(depth - 1);

    const { cause, at } = errorTrace(fail(9));

    expect(cause).toBe('Error');
    expect(at).toHaveLength(8);
    expect(at[0]).toMatch(/^at .*logger-and-environment\.test\.ts/);
    expect(at.join()).not.toMatch(/secret|two lines/);
  });

  it('contains no stack frame for a value that is not an error', () => {
    expect(errorTrace('secret')).toEqual({ cause: 'string', at: [] });
  });
});

describe('an environment variable', () => {
  it('is read by its name', () => {
    vi.stubEnv('A_SETTING', 'value');

    expect(requireEnv('A_SETTING')).toBe('value');
  });

  it.each([undefined, ''])('stops the cold start with its name when it is %j', (value) => {
    vi.stubEnv('A_SETTING', value);

    expect(() => requireEnv('A_SETTING')).toThrow('The environment variable A_SETTING is not set.');
  });
});
