import { finishPath } from '../../lib/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PencilIcon, RetryIcon, VersionsIcon } from '../../ui/icons.tsx';
import { DownloadButton } from './download-button.tsx';
import type { PreviewContent } from './preview-content.ts';
import { RepeatActions } from './versions/repeat-actions.tsx';
import type { useRepeat } from './versions/use-repeat.ts';

export interface PreviewActionsProps {
  content: PreviewContent;
  repetition: Pick<ReturnType<typeof useRepeat>, 'repeat' | 'isReading'>;
  /** Undefined without versions to return to. */
  onShowVersions: (() => void) | undefined;
  onStopWaiting: () => void;
  /** Cancels a generation that waits in line. */
  onCancel: () => void;
  /** Asks for notifications. Undefined if the creator has already decided. */
  onNotify: (() => void) | undefined;
  isNotified: boolean;
  /** Undefined without an earlier thumbnail. */
  onShowLast: (() => void) | undefined;
}

/** The buttons below the preview, which stays free of controls. */
export function PreviewActions(props: PreviewActionsProps) {
  const { content, repetition, onShowVersions, onShowLast } = props;
  const { onStopWaiting, onCancel, onNotify, isNotified } = props;
  return (
    <div className="preview-actions">
      {content.state === 'image' && (
        <>
          <div>
            <DownloadButton thumbnail={content.thumbnail} />
            <LinkButton variant="brand" to={finishPath(content.thumbnail.id)}>
              <PencilIcon /> Finish
            </LinkButton>
            {onShowVersions && (
              <Button variant="quiet" onClick={onShowVersions}>
                <VersionsIcon /> Back to the versions
              </Button>
            )}
          </div>
          <RepeatActions
            thumbnail={content.thumbnail}
            disabled={repetition.isReading}
            onRepeat={repetition.repeat}
          />
        </>
      )}
      {content.state === 'generating' && (
        <>
          <Button variant="outline" onClick={onStopWaiting}>
            Stop waiting
          </Button>
          <p>It still arrives in Previous Thumbnails.</p>
        </>
      )}
      {content.state === 'waiting' && (
        <>
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="outline" onClick={onStopWaiting}>
            Stop waiting
          </Button>
          {onNotify && (
            <Button variant="quiet" onClick={onNotify}>
              Notify me
            </Button>
          )}
          <p>
            Cancel returns your credit. If you stop waiting, it still arrives in Previous Thumbnails.
            {isNotified && ' You get a notification.'}
          </p>
        </>
      )}
      {content.state === 'failed' && (
        <>
          <Button variant="brand" type="submit">
            <RetryIcon /> Try again
          </Button>
          {onShowLast && (
            <Button variant="quiet" onClick={onShowLast}>
              Show the last thumbnail
            </Button>
          )}
        </>
      )}
    </div>
  );
}
