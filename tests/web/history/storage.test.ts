// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearHistory, loadHistory, saveHistory } from '../../../web/src/history/storage.ts';

const KEY = 'thumbnailHistory';
const entry = (id: string) => ({ id, url: `https://images.test/${id}.png` });

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('the stored history', () => {
  it('comes back as it was saved, for the user who saved it', () => {
    saveHistory('user-1', [entry('a'), entry('b')]);

    expect(loadHistory('user-1')).toEqual([entry('a'), entry('b')]);
  });

  it('is never shown to another user', () => {
    saveHistory('user-1', [entry('a')]);

    expect(loadHistory('user-2')).toEqual([]);
  });

  it('leaves blob addresses out when saving', () => {
    saveHistory('user-1', [{ id: 'a', url: 'blob:http://localhost/1' }, entry('b')]);

    expect(localStorage.getItem(KEY)).not.toContain('blob:');
  });

  it('leaves blob addresses out when loading', () => {
    const blob = { id: 'a', url: 'blob:http://localhost/1', userId: 'user-1' };
    localStorage.setItem(KEY, JSON.stringify([blob, { ...entry('b'), userId: 'user-1' }]));

    expect(loadHistory('user-1')).toEqual([entry('b')]);
  });

  it('holds no more than four, the latest', () => {
    const stored = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ ...entry(id), userId: 'user-1' }));
    localStorage.setItem(KEY, JSON.stringify(stored));

    expect(loadHistory('user-1').map(({ id }) => id)).toEqual(['b', 'c', 'd', 'e']);
  });

  it.each([
    'not json',
    '"text"',
    'null',
    '42',
    '{"id":"a"}',
    '[null, 1, "a", [], {}]',
    '[{"id":1,"url":"u","userId":"user-1"}]',
    '[{"id":"a","url":null,"userId":"user-1"}]',
    '[{"id":"","url":"u","userId":"user-1"}]',
    '[{"id":"a","url":"u"}]',
  ])('is empty when the storage holds %s', (garbage) => {
    localStorage.setItem(KEY, garbage);

    expect(loadHistory('user-1')).toEqual([]);
  });

  it('is done without when the storage refuses', () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });

    expect(() => saveHistory('user-1', [entry('a')])).not.toThrow();
    expect(() => clearHistory()).not.toThrow();
    expect(loadHistory('user-1')).toEqual([]);
    vi.unstubAllGlobals();
  });
});
