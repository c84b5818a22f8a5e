import { useEffect, useState } from 'react';
import { BrokenPictureIcon } from './icons.tsx';
import './thumbnail-image.css';

interface ThumbnailImageProps {
  src: string;
  alt: string;
  /** `lazy`: the image loads when it comes near the window. @default eager */
  loading?: 'lazy';
  /** Replaces the image when it cannot be loaded. Without it only an icon is visible. */
  brokenText?: string;
  onLoad: () => void;
  onError: () => void;
}

/** A 16:9 image that fades in, with a fallback when it cannot be loaded. The next connection tries again. Pass `src` as its key. */
export function ThumbnailImage({ src, alt, loading, brokenText, onLoad, onError }: ThumbnailImageProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'broken'>('loading');

  useEffect(() => {
    if (state !== 'broken') return;
    const retry = () => setState('loading');
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [state]);

  if (state === 'broken') {
    return (
      <div className="thumbnail-broken">
        <BrokenPictureIcon />
        <span className={brokenText === undefined ? 'visually-hidden' : undefined}>
          {brokenText ?? `${alt} could not be loaded`}
        </span>
      </div>
    );
  }
  return (
    <img
      className="thumbnail-image"
      data-state={state}
      src={src}
      alt={alt}
      loading={loading}
      width={1280}
      height={720}
      onLoad={() => {
        setState('loaded');
        onLoad();
      }}
      onError={() => {
        setState('broken');
        onError();
      }}
    />
  );
}
