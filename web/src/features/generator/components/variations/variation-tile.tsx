import { adviseAfterGeneration, explain, NO_CREDIT_TAKEN } from '../../../../api/error-sentences.ts';
import { hasCode } from '../../../../api/errors.ts';
import type { Thumbnail } from '../../../../api/thumbnails.ts';
import { describePosition } from '../../../../api/waiting-line.ts';
import { isCanceled } from '../../../../generations/generation.ts';
import type { Generation } from '../../../../generations/generation.ts';
import { PATHS } from '../../../../lib/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { BrokenPictureIcon } from '../../../../ui/icons.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { ThumbnailImage } from '../../../../ui/thumbnail-image.tsx';
import { TickBox } from '../../../../ui/tick-box.tsx';
import type { Generator } from '../../hooks/use-generator.ts';
import type { ThumbnailHistory } from '../../hooks/use-thumbnail-history.ts';
import { isOutOfCredits } from '../../model/generation-errors.ts';
import { Elapsed } from '../generation-progress.tsx';
import './variation-sheet.css';

/** The parts of the page that the sheet and its tiles use. */
export interface VariationContext {
  generator: Pick<Generator, 'section' | 'show' | 'cancel' | 'leave'>;
  history: ThumbnailHistory;
  /** Selects the text that was declined, so that the creator can change it. */
  onEditPrompt: () => void;
}

interface VariationTileProps extends VariationContext {
  /** For example `Version 2`. */
  name: string;
  variation: Generation;
  /** The thumbnail with its current URL. */
  thumbnail: Thumbnail | undefined;
  /** Its image as it is finished. Undefined while it is not finished. */
  finishedURL: string | undefined;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  /** Asks again for an image that has failed. */
  onRetry: () => void;
}

/** One variation: running, waiting in line, canceled, failed, or with its image. */
export function VariationTile(props: VariationTileProps) {
  const {
    name,
    variation,
    thumbnail,
    finishedURL,
    isSelected,
    onSelect,
    generator,
    history,
    onRetry,
    onEditPrompt,
  } = props;
  const { line, end } = variation;
  const error = end?.error;
  if (thumbnail) {
    return (
      <div className="variation" data-selected={isSelected}>
        <button
          type="button"
          aria-label={`Show ${name.toLowerCase()} large`}
          onClick={() => generator.show(thumbnail)}
        >
          <ThumbnailImage
            key={finishedURL ?? thumbnail.url}
            src={finishedURL ?? thumbnail.url}
            alt={name}
            onLoad={() => history.onImageLoad(thumbnail)}
            onError={() => history.onImageError(thumbnail)}
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
        <strong>{`${name} cancelled`}</strong>
        <p>Your credit is back.</p>
        <RetryButton name={name} onClick={onRetry} />
      </div>
    );
  }
  if (error !== undefined) return <FailedTile {...{ name, error, onRetry, onEditPrompt }} />;
  if (line) {
    return (
      <div className="variation variation-waiting">
        <strong>{`${name} waits in line`}</strong>
        <p>{describePosition(line)}</p>
        <Button
          variant="outline"
          aria-label={`Cancel ${name.toLowerCase()}`}
          onClick={() => generator.cancel(variation.id)}
        >
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className="variation variation-running">
      <span className="viewer-busy">
        <Spinner /> <span>{name}</span>
      </span>
      <Elapsed since={variation.startedAt} />
    </div>
  );
}

interface FailedTileProps extends Pick<VariationTileProps, 'name' | 'onRetry' | 'onEditPrompt'> {
  error: unknown;
}

function FailedTile({ name, error, onRetry, onEditPrompt }: FailedTileProps) {
  return (
    <div className="variation variation-failed" role="alert">
      <BrokenPictureIcon />
      <strong>{`${name} failed`}</strong>
      <p>{describeError(error)}</p>
      <div className="variation-actions">
        {isOutOfCredits(error) && <Link to={PATHS.buyCredits}>Buy More Credits</Link>}
        {hasCode(error, 'content_filtered') ? (
          <Button variant="outline" onClick={onEditPrompt}>
            Edit the prompt
          </Button>
        ) : (
          <RetryButton name={name} onClick={onRetry} />
        )}
      </div>
    </div>
  );
}

function describeError(error: unknown): string {
  if (isOutOfCredits(error)) return 'You have run out of credits.';
  return `${explain(error, NO_CREDIT_TAKEN)}. ${adviseAfterGeneration(error)}`.trim();
}

const RetryButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <Button variant="outline" aria-label={`Try ${name.toLowerCase()} again`} onClick={onClick}>
    Try again
  </Button>
);
