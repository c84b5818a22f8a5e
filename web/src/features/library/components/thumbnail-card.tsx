import { useId } from 'react';
import type { ThumbnailSummary } from '../../../../../contract/schemas.ts';
import { REFERENCE_LABELS, withReference } from '../../../api/thumbnails.ts';
import { finishPath } from '../../../lib/paths.ts';
import { Link } from '../../../ui/link.tsx';
import { ThumbnailImage } from '../../../ui/thumbnail-image.tsx';
import { TickBox } from '../../../ui/tick-box.tsx';
import { CardMenu } from './card-menu.tsx';
import type { CardActions } from './card-menu.tsx';
import './thumbnail-card.css';

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

interface ThumbnailCardProps extends CardActions {
  thumbnail: ThumbnailSummary;
  modelLabel: string | undefined;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onImageLoad: (thumbnail: { id: string }) => void;
  onImageError: (thumbnail: { id: string }) => void;
}

/** A thumbnail with its prompt, its origin and its actions. The image opens the finish page. */
export function ThumbnailCard(props: ThumbnailCardProps) {
  const { thumbnail, modelLabel, isSelected, onSelect, onImageLoad, onImageError, ...actions } = props;
  const { id, url, previewURL, prompt, createdAt, designVersion } = thumbnail;
  const { reference } = withReference(thumbnail.reference);
  const origin = [modelLabel, reference && REFERENCE_LABELS[reference]].filter(Boolean).join(' · ');
  const promptId = useId();
  const src = previewURL ?? url;

  return (
    <li className="card" data-selected={isSelected}>
      <Link className="card-image" to={finishPath(id)} aria-labelledby={promptId}>
        <ThumbnailImage
          key={src}
          src={src}
          alt=""
          loading="lazy"
          onLoad={() => onImageLoad(thumbnail)}
          onError={() => onImageError(thumbnail)}
        />
      </Link>
      <TickBox label={`Select: ${prompt}`} checked={isSelected} onChange={onSelect} />
      <div className="card-foot">
        <div className="card-about">
          <p id={promptId} className="card-prompt" title={prompt} dir="auto">
            {prompt}
          </p>
          <p className="card-facts">
            {TIME.format(new Date(createdAt))}
            {designVersion > 0 && (
              <>
                {' · '}
                <strong>Finished</strong>
              </>
            )}
            {origin !== '' && ` · ${origin}`}
          </p>
          <p className="card-actions">
            <Link to={finishPath(id)} aria-describedby={promptId}>
              Finish
            </Link>
            <button type="button" aria-describedby={promptId} onClick={actions.onUseAgain}>
              Use again
            </button>
            <button type="button" aria-describedby={promptId} onClick={actions.onDownload}>
              Download
            </button>
          </p>
        </div>
        <CardMenu id={id} promptId={promptId} {...actions} />
      </div>
    </li>
  );
}
