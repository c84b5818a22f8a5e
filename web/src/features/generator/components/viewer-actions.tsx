import type { ReactNode } from 'react';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { formatCredits } from '../../../lib/format.ts';
import { finishPath } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { PencilIcon, RetryIcon, VersionsIcon } from '../../../ui/icons.tsx';
import type { Generator } from '../hooks/use-generator.ts';
import { useModelOptions } from '../hooks/use-model-options.ts';
import type { Repetition } from '../hooks/use-request.ts';
import type { ThumbnailHistory } from '../hooks/use-thumbnail-history.ts';
import { VARIATION_COUNT } from '../model/runs.ts';
import { DownloadButton } from './download-button.tsx';

interface ViewerActionsProps {
  generator: Generator;
  history: ThumbnailHistory;
}

/** The buttons below the viewer, which stays free of controls. */
export function ViewerActions({ generator, history }: ViewerActionsProps) {
  const { content, showVariations, notification } = generator;
  return (
    <div className="viewer-actions">
      {content.state === 'image' && (
        <>
          <div>
            <DownloadButton thumbnail={content.thumbnail} />
            <LinkButton variant="brand" to={finishPath(content.thumbnail.id)}>
              <PencilIcon /> Finish
            </LinkButton>
            {showVariations && (
              <Button variant="quiet" onClick={showVariations}>
                <VersionsIcon /> Back to the versions
              </Button>
            )}
          </div>
          <RepeatActions
            thumbnail={content.thumbnail}
            disabled={generator.isReading}
            onRepeat={generator.repeat}
          />
        </>
      )}
      {content.state === 'generating' && (
        <>
          <Button variant="outline" onClick={generator.leave}>
            Stop waiting
          </Button>
          <p>It still arrives in Previous Thumbnails.</p>
        </>
      )}
      {content.state === 'waiting' && (
        <>
          <Button variant="outline" onClick={() => generator.cancel(content.id)}>
            Cancel
          </Button>
          <Button variant="outline" onClick={generator.leave}>
            Stop waiting
          </Button>
          {notification.ask && (
            <Button variant="quiet" onClick={notification.ask}>
              Notify me
            </Button>
          )}
          <p>
            Cancel returns your credit. If you stop waiting, it still arrives in Previous Thumbnails.
            {notification.isAllowed && ' You get a notification.'}
          </p>
        </>
      )}
      {content.state === 'failed' && (
        <>
          <Button variant="brand" type="submit">
            <RetryIcon /> Try again
          </Button>
          {history.entries.length > 0 && (
            <Button variant="quiet" onClick={generator.leave}>
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
