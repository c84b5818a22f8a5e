import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CropControl } from '../../../../web/src/features/finish/image-tools/crop-control.tsx';
import { fakeCanvas } from '../../support/fake-canvas.ts';

const imageOf = (width: number) => Object.assign(document.createElement('canvas'), { width, height: 768 });

it('the whole image does not show the version before through transparent parts', () => {
  const drawn = fakeCanvas();
  const [first, second] = [imageOf(1_536), imageOf(1_536)];
  const { rerender } = render(<CropControl image={first} crop={0.5} onChange={() => undefined} />);
  rerender(<CropControl image={second} crop={0.5} onChange={() => undefined} />);

  const draw = (image: HTMLCanvasElement) => [
    ['clearRect', 0, 0, 1_280, 720],
    ['imageSmoothingQuality', 'high'],
    ['drawImage', image, 0, 0, 1_280, 720],
  ];
  expect(drawn).toEqual([...draw(first), ...draw(second)]);
});
