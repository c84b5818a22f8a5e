import { adviseAfterGeneration, explain, NO_CREDIT_TAKEN } from '../../../../api/error-sentences.ts';
import type { Thumbnail } from '../../../../api/thumbnails.ts';
import { Button } from '../../../../ui/button.tsx';
import { BrokenPictureIcon } from '../../../../ui/icons.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { ThumbnailImage } from '../../../../ui/thumbnail-image.tsx';
import { TickBox } from '../../../../ui/tick-box.tsx';
import type { LinePosition } from '../../model/generate.ts';
import { isCanceled, isOutOfCredits } from '../../model/generation-errors.tsx';
import { Elapsed } from '../viewer.tsx';
import { describePosition } from '../waiting-in-line.tsx';

interface VariationTileProps {
  /** For example `Version 2`. */
  name: string;
  startedAt: number;
  /** While it waits in line. */
  line: LinePosition | undefined;
  thumbnail: Thumbnail | undefined;
  error: unknown;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onShow: (thumbnail: Thumbnail) => void;
  onCancel: () => void;
  onImageLoad: (thumbnail: Thumbnail) => void;
  onImageError: (thumbnail: Thumbnail) => void;
}

/** One variation: running, waiting in line, canceled, failed, or with its image. */
export function VariationTile(props: VariationTileProps) {
  const { name, startedAt, line, thumbnail, error, isSelected, onSelect, onShow, onCancel } = props;
  if (thumbnail) {
    return (
      <div className="variation" data-selected={isSelected}>
        <button
          type="button"
          aria-label={`Show ${name.toLowerCase()} large`}
          onClick={() => onShow(thumbnail)}
        >
          <ThumbnailImage
            key={thumbnail.url}
            src={thumbnail.url}
            alt={name}
            onLoad={() => props.onImageLoad(thumbnail)}
            onError={() => props.onImageError(thumbnail)}
          />
        </button>
        <TickBox label={`Select ${name.toLowerCase()}`} checked={isSelected} onChange={onSelect}>
          <span>{name}</span>
        </TickBox>
      </div>
    );
  }
  if (isCanceled(error)) {
    return (
      <div className="variation variation-canceled">
        <strong>{name} cancelled</strong>
        <p>Your credit is back.</p>
      </div>
    );
  }
  if (error !== undefined) {
    return (
      <div className="variation variation-failed" role="alert">
        <BrokenPictureIcon />
        <strong>{name} failed</strong>
        <p>{describeError(error)}</p>
      </div>
    );
  }
  if (line) {
    return (
      <div className="variation variation-waiting">
        <strong>{name} waits in line</strong>
        <p>{describePosition(line)}</p>
        <Button variant="outline" aria-label={`Cancel ${name.toLowerCase()}`} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className="variation variation-running">
      <span className="viewer-busy">
        <Spinner /> {name}
      </span>
      <Elapsed since={startedAt} />
    </div>
  );
}

function describeError(error: unknown): string {
  if (isOutOfCredits(error)) return 'You have run out of credits.';
  return `${explain(error, NO_CREDIT_TAKEN)}. ${adviseAfterGeneration(error)}`.trim();
}
