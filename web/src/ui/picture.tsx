import { useState } from 'react';
import { BrokenPictureIcon } from './icons.tsx';
import './picture.css';

interface PictureProps {
  src: string;
  alt: string;
  /** Said in its place when the image cannot be loaded. Without it only the sign of a broken picture is shown. */
  brokenText?: string;
  onLoad: () => void;
  onError: () => void;
}

/** A 16:9 image that fades in when it has arrived, and leaves a sign when it cannot. Give it its address as key. */
export function Picture({ src, alt, brokenText, onLoad, onError }: PictureProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'broken'>('loading');

  if (state === 'broken') {
    return (
      <div className="picture-broken">
        <BrokenPictureIcon />
        {brokenText ?? <span className="visually-hidden">{alt} could not be loaded</span>}
      </div>
    );
  }
  return (
    <img
      className="picture"
      data-state={state}
      src={src}
      alt={alt}
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
