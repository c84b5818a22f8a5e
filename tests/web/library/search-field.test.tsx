import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { LibrarySearch } from '../../../web/src/features/library/components/library-search.tsx';
import {
  FILTER_NAMES,
  type LibraryFilter,
} from '../../../web/src/features/library/hooks/use-library-filter.ts';
import { fakeApi } from '../support/site.tsx';

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search thumbnails' });
const pause = () => act(() => vi.advanceTimersByTimeAsync(200));

const EMPTY = Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])) as LibraryFilter;

function type(words: string) {
  fireEvent.change(field(), { target: { value: words } });
}

it('letters that are typed before the address has followed stay, and the address of another page replaces them', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  fakeApi({});
  const onChange = vi.fn();
  const search = (q: string) => (
    <LibrarySearch filter={{ ...EMPTY, q }} onChange={onChange} onLeave={() => undefined} />
  );
  const { rerender } = render(search(''));

  type('n');
  await pause();
  type('no');
  await pause();
  type('nothing ');
  expect(onChange.mock.calls).toEqual([[{ q: 'n' }], [{ q: 'no' }]]);
  rerender(search('n'));
  expect(field().value).toBe('nothing ');
  rerender(search('no'));
  expect(field().value).toBe('nothing ');
  await pause();
  rerender(search('nothing'));
  expect(field().value).toBe('nothing ');

  rerender(search(''));
  expect(field().value).toBe('');
  rerender(search('no'));
  expect(field().value).toBe('no');
});
