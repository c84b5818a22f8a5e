import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Thumbnail } from '../../api/thumbnails.ts';
import { PictureIcon } from '../../ui/icons.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ThumbnailImage } from '../../ui/thumbnail-image.tsx';
import { DownloadButton } from './download-button.tsx';
import '../../ui/viewfinder.css';
import './preview.css';

const ELAPSED_FROM_SECONDS = 3;

interface PreviewProps {
  /** The start of the running generation. Undefined when none is running. */
  startedAt: number | undefined;
  thumbnail: Thumbnail | undefined;
  onImageLoad: (thumbnail: Thumbnail) => void;
  onImageError: (thumbnail: Thumbnail) => void;
}

/** The 16:9 preview: empty, generating, or with an image, which may be broken. */
export function Preview({ startedAt, thumbnail, onImageLoad, onImageError }: PreviewProps) {
  if (startedAt !== undefined) {
    return (
      <Frame state="generating">
        <div className="preview-message">
          <span className="preview-busy">
            <Spinner /> Generating your thumbnail...
          </span>
          <Elapsed since={startedAt} />
        </div>
      </Frame>
    );
  }
  if (thumbnail === undefined) {
    return (
      <Frame state="empty">
        <div className="preview-message">
          <PictureIcon />
          Your thumbnail will appear here
        </div>
      </Frame>
    );
  }
  return (
    <Frame state="image">
      <ThumbnailImage
        key={thumbnail.url}
        src={thumbnail.url}
        alt="Generated thumbnail"
        brokenText="This thumbnail could not be loaded. Check your connection and open it again below."
        onLoad={() => onImageLoad(thumbnail)}
        onError={() => onImageError(thumbnail)}
      />
      <DownloadButton thumbnail={thumbnail} />
    </Frame>
  );
}

function Frame({ state, children }: { state: 'empty' | 'generating' | 'image'; children: ReactNode }) {
  return (
    <section
      className="preview viewfinder"
      data-state={state}
      aria-label="Preview"
      aria-busy={state === 'generating'}
    >
      <div className="preview-frame">{children}</div>
    </section>
  );
}

function Elapsed({ since }: { since: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 250);
    return () => clearInterval(timer);
  }, [since]);
  return (
    <span className="elapsed" aria-hidden="true">
      {seconds >= ELAPSED_FROM_SECONDS ? `${seconds} s` : ''}
    </span>
  );
}
