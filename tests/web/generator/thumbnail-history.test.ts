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
  it.each<[what: string, history: History, expected: string]>([
    ['appends a thumbnail', appendThumbnail([entry('a')], entry('b')), 'ab'],
    ['drops the oldest above four', appendThumbnail(FOUR, entry('e')), 'bcde'],
    ['contains a thumbnail once', appendThumbnail(FOUR, entry('b')), 'acdb'],
    ['removes a thumbnail that no longer exists', replaceThumbnail(FOUR, 'b', undefined), 'acd'],
    ['loses its oldest to one beyond four', findReplaced(FOUR, 1), 'a'],
    ['loses none while it has room', findReplaced(FOUR.slice(1), 1), ''],
    ['loses one of two to three', findReplaced(FOUR.slice(2), 3), 'c'],
    ['has nothing to lose while it is empty', findReplaced([], 3), ''],
  ])('%s', (_, history, expected) => {
    expect(ids(history)).toBe(expected);
  });

  it('replaces a URL and nothing else', () => {
    expect(replaceThumbnail([entry('a'), entry('b')], 'b', { url: 'new' })).toEqual([
      entry('a'),
      { id: 'b', url: 'new' },
    ]);
  });
});

describe('the stored history', () => {
  it('is loaded with everything that is known of a thumbnail, and without details that are damaged', () => {
    const known = ['video', 'style', 'layout'].map((reference) => ({
      ...entry(reference),
      previewURL: 'https://images.test/preview.webp',
      prompt: 'a castle',
      model: 'first',
      reference,
    }));
    const damaged = { previewURL: 1, prompt: null, negativePrompt: 7, model: {}, reference: 'banner' };
    store([...known, { ...entry('a'), ...damaged }].map((each) => ({ ...each, userId: 'user-1' })));

    expect(loadHistory('user-1')).toEqual([...known, entry('a')]);
  });

  it('is loaded as it was saved, and never for another user', () => {
    expect(save('user-1', [entry('a'), entry('b')])).toEqual([entry('a'), entry('b')]);

    expect(loadHistory('user-1')).toEqual([entry('a'), entry('b')]);
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

  it.each<[text: string, loaded: string]>([
    ['not json', ''],
    ['{"id":"a"}', ''],
    ['[null, 1, "a", [], {}]', ''],
    ['[{"id":1,"url":"u","userId":"user-1"}]', ''],
    ['[{"id":"a","url":null,"userId":"user-1"}]', ''],
    ['[{"id":"","url":"u","userId":"user-1"}]', ''],
    ['[{"id":"a","url":"u","userId":7}]', ''],
    ['[{"id":"a","url":"blob:u","userId":"user-1"}, {"id":"b","url":"u","userId":"user-1"}]', 'b'],
    [JSON.stringify(['a', 'b', 'c', 'd', 'e'].map((id) => ({ ...entry(id), userId: 'user-1' }))), 'bcde'],
  ])('is loaded without what is damaged, of an earlier page or too much: %s', (text, loaded) => {
    localStorage.setItem(KEY, text);

    expect(ids(loadHistory('user-1'))).toBe(loaded);
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
