import type { ReactNode } from 'react';
import { PictureIcon } from '../ui/icons.tsx';
import { Picture } from '../ui/picture.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { DownloadButton } from './download-button.tsx';
import { Elapsed } from './elapsed.tsx';
import type { FinishedThumbnail } from './generate.ts';
import '../ui/viewfinder.css';
import './stage.css';

interface StageProps {
  /** When the running generation began; undefined while none is running. */
  startedAt: number | undefined;
  thumbnail: FinishedThumbnail | undefined;
  onImageLoad: (thumbnail: FinishedThumbnail) => void;
  onImageError: (thumbnail: FinishedThumbnail) => void;
}

/** The 16:9 preview: empty, at work, showing a picture, or telling that the picture cannot be loaded. */
export function Stage({ startedAt, thumbnail, onImageLoad, onImageError }: StageProps) {
  if (startedAt !== undefined) {
    return (
      <Frame state="generating">
        <div className="stage-message">
          <span className="stage-busy">
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
        <div className="stage-message">
          <PictureIcon />
          Your thumbnail will appear here
        </div>
      </Frame>
    );
  }
  return (
    <Frame state="picture">
      <Picture
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

function Frame({ state, children }: { state: 'empty' | 'generating' | 'picture'; children: ReactNode }) {
  return (
    <section
      className="stage viewfinder"
      data-state={state}
      aria-label="Preview"
      aria-busy={state === 'generating'}
    >
      <div className="stage-frame">{children}</div>
    </section>
  );
}
