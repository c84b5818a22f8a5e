import { fireEvent, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { VideoPicture } from '../../../web/src/features/generator/components/references/video-picture.tsx';

const URL_OF_PICTURE = 'https://video.test/1.jpg';

it('the picture of a video is an icon without a URL', () => {
  const { container } = render(<VideoPicture url={undefined} />);

  expect(container.querySelector('svg')).toBeTruthy();
  expect(container.querySelector('img')).toBeNull();
});

it('the picture of a video does not tell its server about this page, and is an icon when it is broken', () => {
  const { container } = render(<VideoPicture url={URL_OF_PICTURE} />);
  const image = container.querySelector('img');

  expect(image?.getAttribute('src')).toBe(URL_OF_PICTURE);
  expect(image?.referrerPolicy).toBe('no-referrer');
  expect(container.querySelector('svg')).toBeNull();
  if (image) fireEvent.error(image);
  expect(container.querySelector('svg')).toBeTruthy();
});
