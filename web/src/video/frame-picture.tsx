import { useLayoutEffect, useRef } from 'react';
import type { Pixels } from './measure-frame.ts';

/** Shows the pixels of a frame. */
export function FramePicture({ pixels }: { pixels: Pixels }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    context?.putImageData(new ImageData(pixels.data, pixels.width, pixels.height), 0, 0);
  }, [pixels]);
  return <canvas ref={canvas} width={pixels.width} height={pixels.height} aria-hidden="true" />;
}
