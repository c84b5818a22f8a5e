import { describe, expect, it } from 'vitest';
import { errorName, errorTrace } from '../../../functions/shared/logger.ts';

describe('what may be logged of an error', () => {
  it.each([
    ['an error of a class', new TypeError('secret'), 'TypeError'],
    ['an error with a name', Object.assign(new Error('secret'), { name: 'AccessDenied' }), 'AccessDenied'],
    ['a text', 'secret', 'string'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'object'],
  ])('its class: %s', (_, error, name) => {
    expect(errorName(error)).toBe(name);
  });

  it('its frames, eight at most, without its text', () => {
    const error = new Error('secret\nof two lines');

    const { cause, at } = errorTrace(error);

    expect(cause).toBe('Error');
    expect(at[0]).toMatch(/^at .*logger\.test\.ts/);
    expect(at.length).toBeLessThanOrEqual(8);
    expect(at.join()).not.toContain('secret');
    expect(at.join()).not.toContain('two lines');
  });

  it('no frame, where there is no error', () => {
    expect(errorTrace('secret')).toEqual({ cause: 'string', at: [] });
  });
});
