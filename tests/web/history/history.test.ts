import { describe, expect, it } from 'vitest';
import { append, drop, isFull, replaceUrl } from '../../../web/src/history/history.ts';
import type { History } from '../../../web/src/history/history.ts';

const entry = (id: string) => ({ id, url: `https://images.test/${id}.png` });
const ids = (history: History) => history.map(({ id }) => id).join('');
const FOUR = ['a', 'b', 'c', 'd'].map(entry);

describe('the history', () => {
  it('takes a new thumbnail at the end', () => {
    expect(ids(append([entry('a')], entry('b')))).toBe('ab');
  });

  it('lets the oldest go beyond four', () => {
    expect(ids(append(FOUR, entry('e')))).toBe('bcde');
  });

  it('holds a thumbnail once', () => {
    expect(ids(append(FOUR, entry('b')))).toBe('acdb');
  });

  it('drops by id', () => {
    expect(ids(drop(FOUR, 'b'))).toBe('acd');
  });

  it('changes an address and nothing else', () => {
    expect(replaceUrl([entry('a'), entry('b')], 'b', 'new')).toEqual([entry('a'), { id: 'b', url: 'new' }]);
  });

  it('is full with four', () => {
    expect([isFull(FOUR), isFull(FOUR.slice(1))]).toEqual([true, false]);
  });
});
