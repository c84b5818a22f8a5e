import { useLayoutEffect, useRef, useState } from 'react';
import { GENERATOR_LIMITS } from '#contract/generator-limits.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { Button } from '../../../ui/button.tsx';
import { LayersIcon } from '../../../ui/icons.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TickBox } from '../../../ui/tick-box.tsx';
import { ThumbnailImage } from '../../../ui/thumbnail-image.tsx';
import { DownloadButton } from './download-button.tsx';
import type { ThumbnailHistory } from '../hooks/use-thumbnail-history.ts';
import type { GeneratorForm } from '../hooks/use-generator-form.ts';
import { useNext } from './series/use-next.ts';
import './full-history-dialog.css';

const NUMBERS = ['none', 'one', 'two', 'three', 'four'];

export interface FullHistoryDialogProps {
  /** The number of new thumbnails. */
  count: number;
  /** The thumbnails that the new ones replace, the oldest first. */
  replaced: readonly Thumbnail[];
  history: Pick<ThumbnailHistory, 'onImageLoad' | 'onImageError'>;
  form: Pick<GeneratorForm, 'openSeries'>;
  onContinue: (askAgain: boolean) => void;
  onCancel: () => void;
}

export default function FullHistoryDialog({
  count,
  replaced,
  history,
  form,
  onContinue,
  onCancel,
}: FullHistoryDialogProps) {
  const [askAgain, setAskAgain] = useState(true);
  const next = useNext(form);
  const continueButton = useRef<HTMLButtonElement>(null);
  // The browser would focus Download, which comes first.
  useLayoutEffect(() => continueButton.current?.focus(), []);
  return (
    <Dialog
      title="Warning!"
      isWarning
      onCancel={onCancel}
      cancelLabel="Cancel"
      actions={
        <Button ref={continueButton} variant="primary" onClick={() => onContinue(askAgain)}>
          Continue
        </Button>
      }
    >
      <p>
        {count === 1
          ? 'Previous Thumbnails is full. A new thumbnail takes the place of the oldest one, which you still find in All thumbnails.'
          : `Previous Thumbnails holds ${NUMBERS[GENERATOR_LIMITS.historyLength]}. The ${NUMBERS[count]} versions take the place of the oldest ${NUMBERS[replaced.length]}, which you still find in All thumbnails.`}
      </p>
      <div className="replaced-thumbnails">
        {replaced.map((thumbnail, index) => (
          <div key={thumbnail.id}>
            <ThumbnailImage
              key={thumbnail.previewURL ?? thumbnail.url}
              src={thumbnail.previewURL ?? thumbnail.url}
              alt={index === 0 ? 'The oldest thumbnail' : `Thumbnail ${index + 1}`}
              onLoad={() => history.onImageLoad(thumbnail)}
              onError={() => history.onImageError(thumbnail)}
            />
            <DownloadButton thumbnail={thumbnail} />
            <Button
              variant="outline"
              title="Next in this series"
              onClick={() => {
                onCancel();
                next(thumbnail);
              }}
            >
              <LayersIcon />{' '}
              <span>
                Next<span className="visually-hidden"> in this series</span>
              </span>
            </Button>
          </div>
        ))}
      </div>
      <TickBox
        label="Do not ask again on this device"
        checked={!askAgain}
        onChange={(isTicked) => setAskAgain(!isTicked)}
      >
        Do not ask again on this device
      </TickBox>
    </Dialog>
  );
}
