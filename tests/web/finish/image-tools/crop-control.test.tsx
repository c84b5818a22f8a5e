import { fireEvent, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import CropControl from '../../../../web/src/features/finish/image-tools/crop-control.tsx';
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
    ['drawImage', image, 0, 0, 1_536, 768, 0, 0, 1_280, 720],
  ];
  expect(drawn).toEqual([...draw(first), ...draw(second)]);
});

it('the crop follows the pointer from its press to its release, and no other pointer', () => {
  HTMLElement.prototype.setPointerCapture = () => undefined;
  const onChange = vi.fn<(crop: number) => void>();
  const { container } = render(<CropControl image={imageOf(1_536)} crop={0.5} onChange={onChange} />);
  const area = container.querySelector('.crop-picture') ?? container;
  // A third of the size of the image, which loses 512 / 3 columns.
  vi.spyOn(area, 'getBoundingClientRect').mockReturnValue(new DOMRect(40, 0, 512, 256));
  const at = (clientX: number, pointerId = 1) => ({ button: 0, pointerId, clientX, clientY: 9 });
  fireEvent.pointerMove(area, at(90));
  fireEvent.pointerDown(area, at(100));
  fireEvent.pointerMove(area, at(300, 2));
  fireEvent.pointerMove(area, at(100 - 512 / 36));
  fireEvent.pointerMove(area, at(300));
  fireEvent.pointerUp(area, at(300));
  fireEvent.pointerMove(area, at(90));

  expect(onChange.mock.calls).toEqual([[expect.closeTo(0.25)], [1]]);
});
