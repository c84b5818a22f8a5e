import { useEffect, useState } from 'react';
import { drawDesign } from '../../../lib/render/draw-design.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import { listTexts, loadFonts } from '../../../lib/render/fonts.ts';
import { Canvas } from './canvas.tsx';

/** A small drawing of a design. Empty until there is something to draw. */
export function DesignPicture({ finished }: { finished: FinishedImage | undefined }) {
  /** The last design whose fonts have loaded. */
  const [drawn, setDrawn] = useState<FinishedImage>();
  useEffect(() => {
    if (!finished) return;
    let isCurrent = true;
    loadFonts(listTexts(finished.design))
      .then(() => isCurrent && setDrawn(finished))
      // The page itself says which font is missing.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [finished]);
  return (
    <Canvas
      aria-hidden="true"
      inputs={[drawn]}
      isLater
      draw={(context) => drawn && drawDesign(context, drawn)}
    />
  );
}
