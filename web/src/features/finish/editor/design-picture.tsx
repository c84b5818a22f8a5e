import { drawDesign } from '../../../lib/render/draw-design.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import { listTexts, loadFonts } from '../../../lib/render/fonts.ts';
import { useLoaded } from '../../../lib/use-loaded.ts';
import { Canvas } from './canvas.tsx';

/** A small drawing of a design. Empty until there is something to draw. */
export function DesignPicture({ finished }: { finished: FinishedImage | undefined }) {
  // The page itself says which font is missing.
  const { data: drawn } = useLoaded(
    () => finished && loadFonts(listTexts(finished.design)).then(() => finished),
    [finished],
  );
  return (
    <Canvas
      aria-hidden="true"
      inputs={[drawn]}
      isLater
      draw={(context) => drawn && drawDesign(context, drawn)}
    />
  );
}
