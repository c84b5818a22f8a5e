import { useId, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { isUncharged } from '../../../../api/page-error-sentences.ts';
import { hasCode, UserFacingError } from '../../../../api/errors.ts';
import type { Thumbnail } from '../../../../api/thumbnails.ts';
import { isCanceled, isRunning } from '../../../../generations/generation.ts';
import type { Generation } from '../../../../generations/generation.ts';
import { formatCredits } from '../../../../lib/format.ts';
import { testPath } from '../../../../lib/paths.ts';
import { CheckIcon, RetryIcon } from '../../../../ui/action-icons.tsx';
import { LinkButton } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { createIcon } from '../../../../ui/icons.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { ThumbnailImage } from '../../../../ui/thumbnail-image.tsx';
import type { Generator } from '../../hooks/use-generator.ts';
import { useModelOptions } from '../../hooks/use-model-options.ts';
import type { ThumbnailHistory } from '../../hooks/use-thumbnail-history.ts';
import { ExportButton, TEST_SIZE } from './export-button.tsx';
import { LayoutForAll } from './layout-for-all.tsx';
import { retryVariation } from './retry-variation.ts';
import { useFinishedSet } from './use-finished-set.ts';
import { useKept } from './use-kept.ts';
import { VersionsIcon } from './versions-icon.tsx';
import './set-strip.css';

export interface SetStripProps {
  /** The images that one press has asked for. */
  variations: readonly Generation[];
  generator: Pick<Generator, 'show' | 'showVariations' | 'shownId' | 'isBusy'>;
  history: ThumbnailHistory;
}

const TestIcon = createIcon('M3.5 7h5v10h-5zM9.5 7h5v10h-5zM15.5 7h5v10h-5z');

const NUMBERS = ['One', 'Two', 'Three'];

/** Shows beside the large image the others of its set, and what can be done with all of them. */
export default function SetStrip({ generator, history, ...props }: SetStripProps) {
  const variations = useKept(props.variations);
  const place = useHero();
  const id = useId();
  const thumbnails = variations.map(
    ({ end }) => end?.thumbnail && (history.find(end.thumbnail.id) ?? end.thumbnail),
  );
  const ready = thumbnails.filter((thumbnail) => thumbnail !== undefined);
  const { userId, finishedIds, findPreview, refetch } = useFinishedSet(variations);
  const finished = ready.filter((thumbnail) => finishedIds.includes(thumbnail.id));
  const versions = new Map(
    variations.flatMap(({ end }, index) =>
      end?.thumbnail ? [[end.thumbnail.id, `Version ${index + 1}`] as const] : [],
    ),
  );
  if (!place || variations.length < 2) return null;
  return createPortal(
    <section className="set-strip" aria-labelledby={id}>
      <div className="set-head">
        <h2 id={id}>{`${NUMBERS[variations.length - 1] ?? variations.length} of this idea`}</h2>
        <p role="status">
          <span>{describeSet(variations)}</span>
        </p>
        {generator.showVariations && (
          <IconButton
            aria-label="Back to the versions"
            title="Back to the versions"
            disabled={generator.isBusy}
            onClick={generator.showVariations}
          >
            <VersionsIcon />
          </IconButton>
        )}
      </div>
      <ul className="set-tiles">
        {variations.map((variation, index) => (
          <SetTile
            key={variation.id}
            name={`Version ${index + 1}`}
            variation={variation}
            thumbnail={thumbnails[index]}
            finishedURL={findPreview(variation.end?.thumbnail?.id)}
            onRetry={() => void retryVariation(variation, ready)}
            other={ready[0]}
            {...{ generator, history }}
          />
        ))}
      </ul>
      <div className="set-actions">
        {userId !== undefined && (
          <LayoutForAll
            variant="quiet"
            shownId={generator.shownId}
            {...{ userId, versions, finishedIds }}
            onChange={refetch}
          />
        )}
        <ExportButton variant="quiet" thumbnails={finished.length > 0 ? finished : ready} />
        {ready.length === TEST_SIZE && (
          <LinkButton variant="quiet" to={testPath(ready.map((thumbnail) => thumbnail.id))}>
            <TestIcon /> <span>Test pack</span>
          </LinkButton>
        )}
      </div>
    </section>,
    place,
  );
}

/** The strip follows the title of the page: in the rail of a wide window, below the image of a narrow one. */
function useHero(): Element | null {
  const [hero, setHero] = useState<Element | null>(null);
  useLayoutEffect(() => setHero(document.querySelector('.home-hero')), []);
  return hero;
}

/** For example `2 ready, 1 failed`. */
function describeSet(variations: readonly Generation[]): string {
  const count = (found: (generation: Generation) => unknown) => variations.filter(found).length;
  return [
    [count(({ end }) => end?.thumbnail), 'ready'],
    [count(isRunning), 'on the way'],
    [count(({ end }) => isCanceled(end?.error)), 'cancelled'],
    [count(({ end }) => end?.error !== undefined && !isCanceled(end.error)), 'failed'],
  ]
    .filter(([number]) => number !== 0)
    .map(([number, state]) => `${number} ${state}`)
    .join(', ');
}

interface SetTileProps extends Pick<SetStripProps, 'generator' | 'history'> {
  name: string;
  variation: Generation;
  thumbnail: Thumbnail | undefined;
  /** Its image as it is finished. Undefined while it is not finished. */
  finishedURL: string | undefined;
  onRetry: () => void;
  /** An image of the set, which has the model of all. */
  other: Thumbnail | undefined;
}

function SetTile({ name, variation, thumbnail, finishedURL, generator, history, ...rest }: SetTileProps) {
  const id = useId();
  const error = variation.end?.error;
  if (thumbnail) {
    const src = finishedURL ?? thumbnail.previewURL ?? thumbnail.url;
    return (
      <Tile
        state={finishedURL === undefined ? 'Not finished' : 'Finished'}
        id={id}
        isDone={finishedURL !== undefined}
      >
        <button
          type="button"
          className="set-tile"
          aria-pressed={thumbnail.id === generator.shownId}
          aria-describedby={id}
          disabled={generator.isBusy}
          onClick={() => generator.show(thumbnail)}
        >
          <ThumbnailImage
            key={src}
            src={src}
            alt={name}
            onLoad={() => history.onImageLoad(thumbnail)}
            onError={() => history.onImageError(thumbnail)}
          />
        </button>
      </Tile>
    );
  }
  if (error === undefined) {
    return (
      <Tile state={variation.line ? 'Waits in line' : 'Generating'} id={id}>
        <div className="set-tile set-tile-empty">
          <Spinner />
        </div>
      </Tile>
    );
  }
  return (
    <Tile state={describeEnd(error)} id={id}>
      <FailedTile {...{ name, error, generator, stateId: id }} {...rest} />
    </Tile>
  );
}

interface TileProps {
  state: string;
  /** The id of the state. */
  id: string;
  isDone?: boolean;
  children: ReactNode;
}

const Tile = ({ state, id, isDone = false, children }: TileProps) => (
  <li>
    {children}
    <p id={id} className="set-state" data-done={isDone}>
      {isDone && <CheckIcon />}
      <span>{state}</span>
    </p>
  </li>
);

interface FailedTileProps extends Pick<SetTileProps, 'name' | 'generator' | 'onRetry' | 'other'> {
  error: unknown;
  stateId: string;
}

/** A declined prompt is not asked again: the sheet of the versions says why it was declined. */
function FailedTile({ name, error, generator, onRetry, other, stateId }: FailedTileProps) {
  const { selected } = useModelOptions(
    other?.model,
    other?.reference === 'video' ? 'style' : other?.reference,
  );
  if (hasCode(error, 'content_filtered')) {
    return (
      <button type="button" className="set-tile set-tile-empty" onClick={generator.showVariations}>
        <span>{`Why ${name.toLowerCase()} failed`}</span>
      </button>
    );
  }
  return (
    <button
      type="button"
      className="set-tile set-tile-empty"
      aria-label={`Try ${name.toLowerCase()} again`}
      aria-describedby={stateId}
      onClick={onRetry}
    >
      <RetryIcon />
      <span>Retry</span>
      {selected && <small>{formatCredits(selected.cost)}</small>}
    </button>
  );
}

function describeEnd(error: unknown): string {
  const end = isCanceled(error) ? 'Cancelled' : 'Failed';
  const isRefunded = isCanceled(error) || (error instanceof UserFacingError && error.charge === 'refunded');
  return isRefunded ? `${end}, refunded` : isUncharged(error) ? `${end}, not charged` : end;
}
