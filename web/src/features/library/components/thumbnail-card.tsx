import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import { describeMark } from '#contract/image-mark.ts';
import { explain } from '../../../api/error-sentences.ts';
import { listSet } from '../../../api/list-set.ts';
import { useSiteConfig } from '../../../api/site-config.ts';
import { nameThumbnail, REFERENCE_LABELS } from '../../../api/thumbnails.ts';
import { withReference } from '../../../api/read-thumbnails.ts';
import { setImagesAside } from '../../../generations/kept-reference.ts';
import { fillGenerator } from '../../../lib/generator-form.ts';
import { nextInSeries, sameReference, startSeries, storedSeries } from '../../../lib/series.ts';
import { editPath, finishPath, PATHS } from '../../../lib/paths.ts';
import { useUserId } from '../../../session/session-provider.tsx';
import { CutName } from '../../../ui/cut-name.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { notify } from '../../../ui/notify.ts';
import { ThumbnailImage } from '../../../ui/thumbnail-image.tsx';
import { TickBox } from '../../../ui/tick-box.tsx';
import { duplicateThumbnail } from '../model/duplicate.ts';
import { useModelLabel } from '../hooks/use-thumbnail-models.ts';
import { CardMenu, type CardActions } from './card-menu.tsx';
import { StarIcon } from './icons.tsx';
import './thumbnail-card.css';

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

interface ThumbnailCardProps extends Pick<CardActions, 'onDownload' | 'onDelete' | 'onUpdate'> {
  thumbnail: ThumbnailSummary;
  /** More than 1 if earlier cards have the same name. @default 1 */
  number: number | undefined;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onTest: (ids: readonly string[]) => void;
  /** Runs when a copy of the thumbnail exists. */
  onDuplicated: () => void;
  onImageLoad: (thumbnail: { id: string }) => void;
  onImageError: (thumbnail: { id: string; url: string }) => void;
}

/** A thumbnail with its prompt, its origin and its actions. The image opens the finish page. */
export function ThumbnailCard(props: ThumbnailCardProps) {
  const {
    thumbnail,
    number = 1,
    isSelected,
    onSelect,
    onImageLoad,
    onImageError,
    onDownload,
    onDelete,
    onUpdate,
  } = props;
  const { id, url, previewURL, prompt, favorite, isFinished } = thumbnail;
  const name = nameThumbnail(thumbnail);
  const onTest = thumbnail.setId === undefined ? undefined : () => void openSet(thumbnail, props.onTest);
  const actions = { ...useOrigin(thumbnail, props.onDuplicated), onTest, onDownload, onDelete, onUpdate };
  const promptId = useId();
  const downloadId = useId();
  const src = previewURL ?? url;
  const suffix = number === 1 ? '' : ` (${number})`;

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
      <TickBox label={`Select: ${name}${suffix}`} checked={isSelected} onChange={onSelect} />
      <IconButton
        aria-label="Favourite"
        aria-describedby={promptId}
        aria-pressed={favorite !== undefined}
        onClick={() => onUpdate({ favorite: favorite === undefined ? 'starred' : null })}
      >
        <StarIcon />
      </IconButton>
      <div className="card-foot">
        <div className="card-about">
          <p id={promptId} className="card-prompt" title={prompt} dir="auto">
            <CutName name={name} number={number} />
          </p>
          <Facts thumbnail={thumbnail} />
          <p className="card-actions">
            <Link to={finishPath(id)} aria-describedby={promptId}>
              Finish
            </Link>
            <Link to={editPath(id)} aria-describedby={promptId}>
              Edit
            </Link>
            {actions.onUseAgain && (
              <button type="button" aria-describedby={promptId} onClick={actions.onUseAgain}>
                Use again
              </button>
            )}
            <button
              type="button"
              aria-describedby={promptId}
              {...(isFinished
                ? { popoverTarget: downloadId }
                : { onClick: () => actions.onDownload('original') })}
            >
              Download
            </button>
          </p>
        </div>
        <CardMenu thumbnail={thumbnail} promptId={promptId} {...actions} />
      </div>
      {isFinished && <DownloadMenu id={downloadId} onDownload={actions.onDownload} />}
    </li>
  );
}

/** The line below the name of a thumbnail: its time, its labels and its origin. */
function Facts({ thumbnail }: { thumbnail: ThumbnailSummary }) {
  const { reference } = withReference(thumbnail.reference);
  const label = useModelLabel(thumbnail.model);
  const origin = [
    label,
    describeMark(thumbnail.model, thumbnail.mark),
    reference && REFERENCE_LABELS[reference],
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <p className="card-facts">
      <span>{TIME.format(new Date(thumbnail.createdAt))}</span>
      {thumbnail.isFinished && (
        <span>
          {' · '}
          <strong>Finished</strong>
        </span>
      )}
      {thumbnail.favorite === 'winner' && (
        <span>
          {' · '}
          <strong>Winner</strong>
        </span>
      )}
      <span>{origin !== '' && ` · ${origin}`}</span>
    </p>
  );
}

/** YouTube tests three thumbnails of a video. */
const TEST_SIZE = 3;

/** Opens the test pack of the versions that one press has made. */
async function openSet({ setId = '', createdAt }: ThumbnailSummary, onTest: ThumbnailCardProps['onTest']) {
  try {
    const ids = (await listSet(setId, createdAt)).map(({ id }) => id);
    if (ids.length < TEST_SIZE) notify.info('A test needs three versions, and this set has fewer.');
    else onTest(ids.slice(0, TEST_SIZE));
  } catch (error) {
    notify.error(`The set could not be loaded. ${explain(error)}.`);
  }
}

/**
 * Duplicates the thumbnail, or opens the generator with the request that made the thumbnail, or with the thumbnail as the one before the
 * next of a series.
 */
function useOrigin(
  { id, prompt, negativePrompt = '', model, reference }: ThumbnailSummary,
  onDuplicated: () => void,
) {
  const navigate = useNavigate();
  const userId = useUserId();
  const config = useSiteConfig();
  const { referenceModels = [] } = config.status === 'success' ? config.data : {};
  const useAsStyle = () => {
    if (userId === undefined) return;
    // Only the style: the words in the field stay.
    startSeries(sameReference(userId, id, 'style'), undefined);
    setImagesAside();
    void navigate(PATHS.home);
  };
  const useAgain = () => {
    if (userId === undefined) return;
    // A reference has its own model. The form offers the preferred one instead of a model that is no longer offered.
    fillGenerator(userId, prompt, { negativePrompt, ...(reference === undefined && { model }) });
    storedSeries.remove();
    setImagesAside();
    if (reference?.kind === 'thumbnail') {
      storedSeries.save(sameReference(userId, reference.id, reference.use));
    } else if (reference?.kind === 'image') {
      notify.info('The reference image of this thumbnail is not stored. Choose the image again to use it.');
    }
    void navigate(PATHS.home);
  };
  const openCopy = (copyId: string) => void navigate(finishPath(copyId));
  return {
    onDuplicate: () => void duplicateThumbnail(id, { onDuplicated, openCopy }),
    onUseAsStyle: referenceModels.some(({ service }) => service === 'style') ? useAsStyle : undefined,
    // A photo has no words. The words in the field of the home page stay.
    onUseAgain: prompt === '' ? undefined : useAgain,
    onNext: () => {
      if (userId === undefined) return;
      startSeries(nextInSeries(userId, id), prompt);
      setImagesAside();
      void navigate(PATHS.home);
    },
  };
}
