import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { Thumbnail } from '../../../web/src/api/thumbnails.ts';
import { PreviousThumbnails } from '../../../web/src/features/generator/components/previous-thumbnails.tsx';

const EMPTY = 'Your last four thumbnails are kept here.';
const thumbnail = (id: string, known: Partial<Thumbnail> = {}) => ({
  id,
  url: `https://images.test/${id}.png`,
  ...known,
});

function show(entries: Thumbnail[], isReady = true) {
  const ignore = () => undefined;
  const history = {
    isReady,
    entries,
    find: ignore,
    findReplaced: () => [],
    add: ignore,
    onImageLoad: ignore,
    onImageError: ignore,
  };
  render(
    <MemoryRouter>
      <PreviousThumbnails history={history} shownId={undefined} disabled={false} onShow={ignore} />
    </MemoryRouter>,
  );
  return screen.getByRole('region', { name: 'Previous Thumbnails' });
}

describe('the grid of previous thumbnails', () => {
  it.each([0, 1, 3, 4])(
    'has four places for %i thumbnails, and says what it is for while it is empty',
    (count) => {
      const grid = show(['a', 'b', 'c', 'd'].slice(0, count).map((id) => thumbnail(id)));

      expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(4);
      expect(screen.queryAllByRole('button')).toHaveLength(count);
      expect(screen.queryAllByText(EMPTY)).toHaveLength(count === 0 ? 1 : 0);
      expect(grid.getAttribute('aria-busy')).toBe('false');
    },
  );

  it('has four places while it loads, and does not say that it is empty', () => {
    const grid = show([], false);

    expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(4);
    expect(screen.queryByText(EMPTY)).toBeNull();
    expect(grid.getAttribute('aria-busy')).toBe('true');
  });

  it('says what a thumbnail was made after', () => {
    show([thumbnail('a', { reference: 'video' }), thumbnail('b', { reference: 'layout' }), thumbnail('c')]);

    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Style from a video',
      'Layout from own image',
      '',
    ]);
  });

  it('names a thumbnail by its prompt of up to 100 characters', () => {
    show([thumbnail('a', { prompt: 'x'.repeat(100) }), thumbnail('b', { prompt: 'y'.repeat(101) })]);

    expect(screen.getByAltText('x'.repeat(100))).toBeTruthy();
    expect(screen.getByAltText(`${'y'.repeat(100)}…`)).toBeTruthy();
    expect(screen.getAllByRole('button')[1]?.title).toBe('y'.repeat(101));
  });
});
