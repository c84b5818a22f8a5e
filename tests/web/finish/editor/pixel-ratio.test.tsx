import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Canvas } from '../../../../web/src/features/finish/editor/canvas.tsx';
import { ScaledCanvas } from '../../../../web/src/features/finish/preview/video.tsx';
import { fakeCanvas } from '../../support/fake-canvas.ts';

const changed = new Set<() => void>();
const image = Object.assign(document.createElement('canvas'), { width: 1_280, height: 720 });

/** The window moves to a screen with another number of pixels, and no element has another size. */
function moveTo(ratio: number) {
  vi.stubGlobal('devicePixelRatio', ratio);
  act(() => {
    for (const listener of [...changed]) listener();
  });
  act(() => void vi.advanceTimersByTime(100)); // Runs the separate task that draws a preview.
}

beforeEach(() => {
  changed.clear();
  fakeCanvas();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('devicePixelRatio', 1);
  vi.stubGlobal('matchMedia', (query: string) => ({
    media: query,
    addEventListener: (_type: string, listener: () => void) => changed.add(listener),
    removeEventListener: (_type: string, listener: () => void) => changed.delete(listener),
  }));
});

it('the design is drawn again with the pixels of the screen that the window moves to', () => {
  const { unmount } = render(<Canvas role="img" inputs={[]} draw={() => undefined} />);
  const width = () => screen.getByRole<HTMLCanvasElement>('img').width;
  expect(width()).toBe(1_280);
  moveTo(2);
  expect(width()).toBe(2_560);
  moveTo(1.5);
  expect(width()).toBe(1_920);

  unmount();
  expect([...changed]).toEqual([]);
});

it('a preview is drawn again with the pixels of the screen that the window moves to', () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(320);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe: () => void;
      disconnect = () => undefined;
      constructor(resized: () => void) {
        this.observe = resized;
      }
    },
  );
  render(<ScaledCanvas source={image} label="Preview" />);
  moveTo(1);
  expect(screen.getByRole<HTMLCanvasElement>('img')).toMatchObject({ width: 320, height: 180 });
  moveTo(2);

  expect(screen.getByRole<HTMLCanvasElement>('img')).toMatchObject({ width: 640, height: 360 });
  vi.restoreAllMocks();
});
