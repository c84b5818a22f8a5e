import type { ReactNode } from 'react';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { formatCredits } from '../../../lib/format.ts';
import { finishPath } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { PencilIcon, RetryIcon, VersionsIcon } from '../../../ui/icons.tsx';
import { useModelOptions } from '../hooks/use-model-options.ts';
import type { useRepeat } from '../hooks/use-repeat.ts';
import type { Repetition } from '../hooks/use-request.ts';
import { VARIATION_COUNT } from '../model/runs.ts';
import type { ViewerContent } from '../model/viewer-content.ts';
import { DownloadButton } from './download-button.tsx';

export interface ViewerActionsProps {
  content: ViewerContent;
  repetition: Pick<ReturnType<typeof useRepeat>, 'repeat' | 'isReading'>;
  /** Undefined without variations to return to. */
  onShowVariations: (() => void) | undefined;
  onStopWaiting: () => void;
  /** Cancels a generation that waits in line. */
  onCancel: (id: string) => void;
  /** Asks for notifications. Undefined if the creator has already decided. */
  onNotify: (() => void) | undefined;
  isNotified: boolean;
  /** Undefined without an earlier thumbnail. */
  onShowLast: (() => void) | undefined;
}

/** The buttons below the viewer, which stays free of controls. */
export function ViewerActions(props: ViewerActionsProps) {
  const { content, repetition, onShowVariations, onShowLast } = props;
  const { onStopWaiting, onCancel, onNotify, isNotified } = props;
  return (
    <div className="viewer-actions">
      {content.state === 'image' && (
        <>
          <div>
            <DownloadButton thumbnail={content.thumbnail} />
            <LinkButton variant="brand" to={finishPath(content.thumbnail.id)}>
              <PencilIcon /> Finish
            </LinkButton>
            {onShowVariations && (
              <Button variant="quiet" onClick={onShowVariations}>
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
          <Button variant="outline" onClick={() => onCancel(content.id)}>
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

interface RepeatActionsProps {
  thumbnail: Thumbnail;
  disabled: boolean;
  onRepeat: (thumbnail: Thumbnail, model: string | undefined, repetition: Repetition) => void;
}

/** Repeats the request of the thumbnail in the viewer: once, or three times at once. */
function RepeatActions({ thumbnail, disabled, onRepeat }: RepeatActionsProps) {
  const { reference, model } = thumbnail;
  const { selected } = useModelOptions(model, reference === 'video' ? 'style' : reference);

  const button = (count: number, label: string, icon: ReactNode) => {
    const cost = selected === undefined ? undefined : selected.cost * count;
    return (
      <Button
        variant="outline"
        disabled={disabled}
        onClick={() => onRepeat(thumbnail, selected?.id, { count, cost })}
      >
        {icon} {label} {cost !== undefined && <small>{formatCredits(cost)}</small>}
      </Button>
    );
  };
  return (
    <div className="viewer-repeat">
      {button(1, 'Another', <RetryIcon />)}
      {button(VARIATION_COUNT, 'Three versions', <VersionsIcon />)}
    </div>
  );
}
