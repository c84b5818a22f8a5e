import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import './video-thumbnail.css';

interface VideoThumbnailProps {
  /** The picture. */
  children: ReactNode;
  /** As it is typed, e.g. 12:34. */
  duration: string;
}

/** A picture with the duration that YouTube shows over it. */
export const VideoThumbnail = ({ children, duration }: VideoThumbnailProps) => (
  <div className="video-thumbnail">
    {children}
    {duration !== '' && (
      <span className="duration-badge" aria-hidden="true">
        {duration}
      </span>
    )}
  </div>
);

interface ScaledCanvasProps {
  /** Undefined leaves the place empty. */
  source: HTMLCanvasElement | undefined;
  /** What a screen reader says. */
  label: string;
}

/** A 16:9 copy of a rendering, with the pixels of the place where it is shown. */
export function ScaledCanvas({ source, label }: ScaledCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const canvas = ref.current;
    if (!canvas || !source) return;
    const draw = () => {
      const width = Math.round(canvas.clientWidth * devicePixelRatio);
      if (width === 0) return;
      Object.assign(canvas, { width, height: Math.round((width * source.height) / source.width) });
      const context = canvas.getContext('2d');
      if (!context) return;
      context.imageSmoothingQuality = 'high';
      context.drawImage(source, 0, 0, canvas.width, canvas.height);
    };
    // It calls back at once, and again when the place has another size. Each copy is a task of its own, which takes
    // about 4 ms, so that the input is handled between them.
    let timer: ReturnType<typeof setTimeout>;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(draw);
    });
    observer.observe(canvas);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [source]);

  return <canvas ref={ref} className="scaled-canvas" role="img" aria-label={label} />;
}
