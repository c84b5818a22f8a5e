import { describe, expect, it, vi } from 'vitest';
import {
  appendThumbnail,
  findReplaced,
  loadHistory,
  replaceThumbnail,
  updateHistory,
} from '../../../web/src/features/generator/model/thumbnail-history.ts';
import type { History } from '../../../web/src/features/generator/model/thumbnail-history.ts';

const KEY = 'thumbnailHistory';
const entry = (id: string) => ({ id, url: `https://images.test/${id}.png` });
const blob = (id: string) => ({ id, url: `blob:http://localhost/${id}` });
const ids = (history: History) => history.map(({ id }) => id).join('');
const FOUR = ['a', 'b', 'c', 'd'].map(entry);
const save = (userId: string, history: History) => updateHistory(userId, () => history);
const store = (entries: object[]) => localStorage.setItem(KEY, JSON.stringify(entries));

describe('the history', () => {
  it('appends a thumbnail, and drops the oldest above four', () => {
    expect(ids(appendThumbnail([entry('a')], entry('b')))).toBe('ab');
    expect(ids(appendThumbnail(FOUR, entry('e')))).toBe('bcde');
  });

  it('contains a thumbnail once', () => {
    expect(ids(appendThumbnail(FOUR, entry('b')))).toBe('acdb');
  });

  it('replaces a URL and nothing else', () => {
    expect(replaceThumbnail([entry('a'), entry('b')], 'b', { url: 'new' })).toEqual([
      entry('a'),
      { id: 'b', url: 'new' },
    ]);
  });

  it('removes a thumbnail without a URL', () => {
    expect(ids(replaceThumbnail(FOUR, 'b', undefined))).toBe('acd');
  });

  it('loses its oldest thumbnails to new ones beyond four', () => {
    expect(ids(findReplaced(FOUR, 1))).toBe('a');
    expect(ids(findReplaced(FOUR.slice(1), 1))).toBe('');
    expect(ids(findReplaced(FOUR.slice(2), 3))).toBe('c');
    expect(ids(findReplaced([], 3))).toBe('');
  });
});

describe('the stored history', () => {
  it('is loaded as it was saved, for the same user', () => {
    expect(save('user-1', [entry('a'), entry('b')])).toEqual([entry('a'), entry('b')]);

    expect(loadHistory('user-1')).toEqual([entry('a'), entry('b')]);
  });

  it('is loaded with everything that is known of a thumbnail', () => {
    const known = ['video', 'style', 'layout'].map((reference) => ({
      ...entry(reference),
      previewURL: 'https://images.test/preview.webp',
      prompt: 'a castle',
      model: 'first',
      reference,
    }));
    store(known.map((each) => ({ ...each, userId: 'user-1' })));

    expect(loadHistory('user-1')).toEqual(known);
  });

  it('is loaded without details that are damaged', () => {
    const details = { previewURL: 1, prompt: null, model: {}, reference: 'banner' };
    store([{ ...entry('a'), ...details, userId: 'user-1' }]);

    expect(loadHistory('user-1')).toEqual([entry('a')]);
  });

  it('is never loaded for another user', () => {
    save('user-1', [entry('a')]);

    expect(loadHistory('user-2')).toEqual([]);
  });

  it('is changed on the basis of what another tab has stored', () => {
    save('user-1', [entry('a')]);
    store([{ ...entry('b'), userId: 'user-1' }]);

    expect(ids(updateHistory('user-1', (history) => appendThumbnail(history, entry('c'))))).toBe('bc');
  });

  it('keeps a thumbnail with a blob URL in memory and does not save it', () => {
    save('user-blob', [entry('a'), blob('b')]);

    expect(localStorage.getItem(KEY)).not.toContain('blob:');
    expect(loadHistory('user-blob')).toEqual([entry('a'), blob('b')]);
    expect(loadHistory('user-1')).toEqual([]);
    save('user-blob', [entry('a')]);
    expect(loadHistory('user-blob')).toEqual([entry('a')]);
  });

  it('skips blob URLs when it is loaded', () => {
    store([
      { ...blob('a'), userId: 'user-1' },
      { ...entry('b'), userId: 'user-1' },
    ]);

    expect(loadHistory('user-1')).toEqual([entry('b')]);
  });

  it('is limited to the newest four when it is loaded', () => {
    store(['a', 'b', 'c', 'd', 'e'].map((id) => ({ ...entry(id), userId: 'user-1' })));

    expect(ids(loadHistory('user-1'))).toBe('bcde');
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
    '[{"id":"a","url":"u","userId":7}]',
  ])('is empty when storage contains %s', (text) => {
    localStorage.setItem(KEY, text);

    expect(loadHistory('user-1')).toEqual([]);
  });

  it('lives in memory while storage is turned off, also only for its user', () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    save('user-1', [entry('a')]);

    expect(loadHistory('user-1')).toEqual([entry('a')]);
    expect(loadHistory('user-2')).toEqual([]);

    vi.unstubAllGlobals();
    save('user-1', [entry('b')]);
    expect(loadHistory('user-1')).toEqual([entry('b')]);
    localStorage.clear();
    expect(loadHistory('user-1')).toEqual([]);
  });
});
