import { useEffect, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { useIsOffline } from '../../../lib/online.ts';
import { BrokenPictureIcon, PictureIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ThumbnailImage } from '../../../ui/thumbnail-image.tsx';
import { WaitingInLine } from './waiting-in-line.tsx';
import { ViewerActions } from './viewer-actions.tsx';
import type { ViewerActionsProps } from './viewer-actions.tsx';
import '../../../ui/viewfinder.css';
import './viewer.css';

const ELAPSED_FROM_SECONDS = 3;

interface ViewerProps extends ViewerActionsProps {
  ref: Ref<HTMLElement>;
  /** Reserves the space of the buttons, so that nothing moves when they appear. A visitor never gets any. */
  hasActions: boolean;
  onImageLoad: (thumbnail: Thumbnail) => void;
  onImageError: (thumbnail: Thumbnail) => void;
}

/** The large 16:9 area: empty, generating, waiting, failed, or with an image, which may be broken. The buttons are below it. */
export function Viewer({ ref, content, hasActions, onImageLoad, onImageError, ...actions }: ViewerProps) {
  // The URL whose image is visible, or cannot be loaded.
  const [settledUrl, setSettledUrl] = useState<string>();
  const isLoading = content.state === 'image' && content.thumbnail.url !== settledUrl;
  const state = isLoading && content.isNew ? 'generating' : content.state;

  return (
    <section
      ref={ref}
      className="viewer"
      data-state={state}
      aria-label="Preview"
      aria-busy={isLoading || state === 'generating' || state === 'waiting'}
    >
      <div className="viewfinder">
        <div className="viewer-frame">
          {content.state === 'empty' && (
            <Message>
              <PictureIcon />
              Your thumbnail will appear here
            </Message>
          )}
          {content.state === 'generating' && <Generating since={content.startedAt} />}
          {content.state === 'waiting' && (
            <Message>
              <WaitingInLine position={content.position} />
            </Message>
          )}
          {content.state === 'failed' && (
            <Message role="alert">
              <BrokenPictureIcon />
              <p>{content.failure.message}</p>
              {content.failure.advice && <small>{content.failure.advice}</small>}
            </Message>
          )}
          {content.state === 'image' && (
            <ThumbnailImage
              key={content.thumbnail.url}
              src={content.thumbnail.url}
              alt="Generated thumbnail"
              brokenText="This thumbnail could not be loaded. Check your connection and open it again below."
              onLoad={() => {
                setSettledUrl(content.thumbnail.url);
                onImageLoad(content.thumbnail);
              }}
              onError={() => {
                setSettledUrl(content.thumbnail.url);
                onImageError(content.thumbnail);
              }}
            />
          )}
          {isLoading && (
            <Busy>{content.isNew ? 'Generating your thumbnail...' : 'Loading the thumbnail...'}</Busy>
          )}
        </div>
      </div>
      {hasActions && <ViewerActions content={content} {...actions} />}
    </section>
  );
}

function Message({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div className="viewer-message" role={role}>
      {children}
    </div>
  );
}

function Busy({ children }: { children: ReactNode }) {
  return (
    <Message>
      <span className="viewer-busy">
        <Spinner /> {children}
      </span>
    </Message>
  );
}

function Generating({ since }: { since: number }) {
  const isOffline = useIsOffline();
  return (
    <Message>
      <span className="viewer-busy">
        <Spinner /> Generating your thumbnail...
      </span>
      {isOffline ? (
        <span role="status">You are offline. It appears here when the connection returns.</span>
      ) : (
        <>
          <small>Usually takes 5 to 15 seconds</small>
          <Elapsed since={since} />
        </>
      )}
    </Message>
  );
}

/** The seconds since a time, from the third on. */
export function Elapsed({ since }: { since: number }) {
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
