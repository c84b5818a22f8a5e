import { useState } from 'react';
import type { ComponentProps } from 'react';
import { readVisiblePart } from '../editor/visible-part.ts';

/** The image of a cut-out without its transparent margin, which is most of a frame of a video. A browser without view boxes shows all of it. */
export function FigureImage({ alt, ...props }: Omit<ComponentProps<'img'>, 'onLoad' | 'style'>) {
  const [objectViewBox, setViewBox] = useState<string>();
  return (
    <img
      {...props}
      alt={alt}
      style={{ objectViewBox }}
      onLoad={({ currentTarget }) => setViewBox(findViewBox(currentTarget))}
    />
  );
}

function findViewBox(image: HTMLImageElement): string {
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  const { x, y, width, height } = readVisiblePart(image, size);
  const sides = [y, 1 - x - width, 1 - y - height, x];
  return `inset(${sides.map((side) => `${(side * 100).toFixed(1)}%`).join(' ')})`;
}
