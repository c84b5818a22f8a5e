import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { BrokenPictureIcon, PictureIcon } from '../../../ui/icons.tsx';
import { useCode } from '../../../ui/lazy-part.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ThumbnailImage } from '../../../ui/thumbnail-image.tsx';
import { ExamplePicture } from './example-prompts.tsx';
import type { Example } from './example-prompts.tsx';
import { Generating, WaitingInLine } from './generation-progress.tsx';
import type { VariationSheetProps } from './variations/variation-sheet.tsx';
import type { ViewerActionsProps } from './viewer-actions.tsx';
import '../../../ui/viewfinder.css';
import './viewer.css';

interface ViewerProps extends Omit<ViewerActionsProps, 'onUsePrompt'> {
  /** A visitor sees examples instead of an empty viewer. */
  example: Example | undefined;
  /** Undefined for a visitor, who never gets any buttons. */
  onUsePrompt: ViewerActionsProps['onUsePrompt'] | undefined;
}

/** The large 16:9 area, or the variations side by side in its place. */
export function Viewer(props: ViewerProps) {
  const { generator, history, onEditPrompt, form } = props;
  const { variations } = generator;
  if (!variations) return <SingleViewer {...props} />;
  return <LazyVariationSheet {...{ variations, generator, history, onEditPrompt, form }} />;
}

/** Empty, generating, waiting, failed, or with an image, which may be broken. The buttons are below it. */
function SingleViewer({ generator, history, example, ...actions }: ViewerProps) {
  const { onUsePrompt } = actions;
  const { content } = generator;
  // The URL whose image is visible, or cannot be loaded.
  const [settledUrl, setSettledUrl] = useState<string>();
  const url = content.state === 'image' ? findSource(content.thumbnail) : undefined;
  const isLoading = url !== settledUrl && url !== undefined;
  const isNew = content.state === 'image' && content.isNew;
  const state = isLoading && isNew ? 'generating' : content.state;

  return (
    <section
      ref={generator.section}
      className="viewer"
      data-state={state}
      aria-label="Preview"
      aria-busy={isLoading || state === 'generating' || state === 'waiting'}
    >
      <div className="viewfinder">
        <div className="viewer-frame">
          {content.state === 'empty' && <EmptyMessage example={example} />}
          {content.state === 'generating' && (
            <Message>
              <Generating since={content.startedAt} />
            </Message>
          )}
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
          {content.state === 'image' && url !== undefined && (
            <ThumbnailImage
              key={url}
              src={url}
              alt="Generated thumbnail"
              brokenText="This thumbnail could not be loaded. Check your connection and open it again below."
              onLoad={() => {
                setSettledUrl(url);
                generator.onImageLoad(content.thumbnail);
              }}
              onError={() => {
                setSettledUrl(url);
                history.onImageError(content.thumbnail);
              }}
            />
          )}
          {content.state === 'image' && content.thumbnail.isFinished && (
            <LazyFinishedImage key={`drawing ${url}`} id={content.thumbnail.id} />
          )}
          {isLoading && (
            <Message>
              <span className="viewer-busy">
                <Spinner /> <span>{isNew ? 'Generating your thumbnail...' : 'Loading the thumbnail...'}</span>
              </span>
            </Message>
          )}
        </div>
      </div>
      {onUsePrompt && (
        <LazyViewerActions generator={generator} history={history} {...actions} onUsePrompt={onUsePrompt} />
      )}
    </section>
  );
}

function EmptyMessage({ example }: Pick<ViewerProps, 'example'>) {
  return (
    <div className={example ? 'viewer-message viewer-example' : 'viewer-message'}>
      <PictureIcon />
      {example && <ExamplePicture key={example.image} example={example} isFirst />}
      <p>
        <span>Your thumbnail will appear here</span>
        {example && <span>{` · Example: ${example.prompt}`}</span>}
      </p>
    </div>
  );
}

/** The small preview of a finished thumbnail shows its design, which is then drawn over it. */
const findSource = ({ isFinished, previewURL, url }: Thumbnail): string =>
  isFinished ? (previewURL ?? url) : url;

/** The drawing of a finished thumbnail. Its code loads with the first one, and the preview is visible until then. */
function LazyFinishedImage({ id }: { id: string }) {
  const code = useCode(() => import('./finished-image.tsx'));
  return code && <code.default id={id} />;
}

function Message({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div className="viewer-message" role={role}>
      {children}
    </div>
  );
}

/** A visitor gets no buttons. Their space is reserved. */
function LazyViewerActions(props: ViewerActionsProps) {
  const code = useCode(() => import('./viewer-actions.tsx'));
  return code ? <code.default {...props} /> : <div className="viewer-actions" />;
}

/** The sheet of the variations. Its code loads with the first ones, and its space is reserved. */
function LazyVariationSheet(props: VariationSheetProps) {
  // Without the sheet, the variations still arrive in Previous Thumbnails.
  const code = useCode(() => import('./variations/variation-sheet.tsx'));
  if (code) return <code.default {...props} />;
  return (
    <section
      ref={props.generator.section}
      className="viewer"
      data-state="generating"
      aria-label="Preview"
      aria-busy
    >
      <div className="viewfinder">
        <div className="viewer-frame" />
      </div>
      <div className="viewer-actions" />
    </section>
  );
}
