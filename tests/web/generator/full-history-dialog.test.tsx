import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FullHistoryDialog } from '../../../web/src/features/generator/full-history-dialog.tsx';
import { imageUrl } from '../support/site.tsx';

it('the dialog of a full history shows the previews of what is replaced, and reports broken ones', () => {
  const replaced = [
    { id: 'a', url: imageUrl('a'), previewURL: imageUrl('small-a') },
    { id: 'b', url: imageUrl('b') },
  ];
  const history = { onImageLoad: vi.fn(), onImageError: vi.fn() };
  render(
    <FullHistoryDialog
      count={3}
      replaced={replaced}
      history={history}
      onContinue={vi.fn()}
      onCancel={vi.fn()}
    />,
  );

  const oldest = screen.getByAltText('The oldest thumbnail');
  const next = screen.getByAltText('Thumbnail 2');
  expect([oldest, next].map((image) => image.getAttribute('src'))).toEqual([
    imageUrl('small-a'),
    imageUrl('b'),
  ]);
  fireEvent.load(oldest);
  fireEvent.error(next);
  expect(history.onImageLoad.mock.calls).toEqual([[replaced[0]]]);
  expect(history.onImageError.mock.calls).toEqual([[replaced[1]]]);
});
