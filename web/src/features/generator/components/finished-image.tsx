import { useEffect, useRef, useState } from 'react';
import { withFinished } from '../../../api/with-finished.ts';
import { DEFAULT_SIZE } from '../../../lib/export/frame.ts';
import { renderDesign } from '../../../lib/render/draw-design.ts';

/**
 * Draws a thumbnail with its design in the size of the export, over the small preview of it. The preview stays visible if the design
 * cannot be drawn, for example without a connection. Pass what changes with each save as its key.
 */
export default function FinishedImage({ id }: { id: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);

  useEffect(() => {
    const page = new AbortController();
    withFinished(id, page.signal, (finished) => renderDesign(finished, DEFAULT_SIZE))
      .then((rendering) => {
        canvas.current?.getContext('2d')?.drawImage(rendering, 0, 0);
        setIsDrawn(true);
      })
      .catch(() => undefined);
    return () => page.abort();
  }, [id]);

  return (
    <canvas ref={canvas} className="viewer-finished" {...DEFAULT_SIZE} hidden={!isDrawn} aria-hidden="true" />
  );
}
