import { describe, expect, it } from 'vitest';
import {
  isBoolean,
  isListOf,
  isNumber,
  isObjectOf,
  isOneOf,
  isOptional,
  isString,
} from '../../../web/src/lib/guards.ts';

interface Stored {
  id: string;
  count: number;
  isNew?: boolean;
  tags: string[];
  theme: 'dark' | 'light';
}

const isStored = isObjectOf<Stored>({
  id: isString,
  count: isNumber,
  isNew: isOptional(isBoolean),
  tags: isListOf(isString),
  theme: isOneOf('dark', 'light'),
});

const STORED = { id: 'a', count: 1, isNew: true, tags: ['x', 'y'], theme: 'dark' };

describe('a guard of stored values', () => {
  it.each([
    ['complete', STORED],
    ['without an optional field', { ...STORED, isNew: undefined }],
    ['with an empty list', { ...STORED, tags: [] }],
    ['with the last option', { ...STORED, theme: 'light' }],
    ['with another field', { ...STORED, other: 1 }],
  ])('accepts a value that is %s', (_, value) => {
    expect(isStored(value)).toBe(true);
  });

  it.each([
    ['null', null],
    ['undefined', undefined],
    ['a text', 'id'],
    ['a list', []],
    ['a function', Object.assign(() => undefined, STORED)],
    ['an object without a field', { ...STORED, id: undefined }],
    ['an object with a number for a text', { ...STORED, id: 1 }],
    ['an object with a text for a number', { ...STORED, count: '1' }],
    ['an object with a text for an optional flag', { ...STORED, isNew: 'yes' }],
    ['an object with null for an optional flag', { ...STORED, isNew: null }],
    ['an object with a text for a list', { ...STORED, tags: 'x' }],
    ['an object whose list has one damaged item', { ...STORED, tags: ['x', 1] }],
    ['an object with an unknown option', { ...STORED, theme: 'blue' }],
  ])('refuses %s', (_, value) => {
    expect(isStored(value)).toBe(false);
  });
});
