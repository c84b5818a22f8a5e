import { useState } from 'react';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import type { Generation } from '../../../generations/generation.ts';
import { findBatch } from '../../../generations/generation.ts';
import { useGenerations } from '../../../generations/use-generations.ts';
import { formatCredits } from '../../../lib/format.ts';
import { editPath, finishPath } from '../../../lib/paths.ts';
import { RetryIcon } from '../../../ui/action-icons.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { createIcon, LayersIcon, SparkIcon } from '../../../ui/icons.tsx';
import { useCode } from '../../../ui/lazy-part.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { GeneratorForm } from '../hooks/use-generator-form.ts';
import type { Generator } from '../hooks/use-generator.ts';
import { useModelOptions } from '../hooks/use-model-options.ts';
import type { ThumbnailHistory } from '../hooks/use-thumbnail-history.ts';
import type { ViewerContent } from '../model/viewer-content.ts';
import { DownloadButton } from './download-button.tsx';
import { TileNext } from './series/tile-next.tsx';
import { useNext } from './series/use-next.ts';
import type { SetStripProps } from './variations/set-strip.tsx';
import { VersionsIcon } from './variations/versions-icon.tsx';
import './viewer-actions.css';

export interface ViewerActionsProps {
  generator: Generator;
  history: ThumbnailHistory;
  onUsePrompt: (prompt: string) => void;
  /** Selects the text that was declined, so that the creator can change it. */
  onEditPrompt: () => void;
  form: Pick<GeneratorForm, 'shown' | 'isFinishNext' | 'openSeries'>;
}

/** The buttons below the viewer, which stays free of controls. */
export default function ViewerActions(props: ViewerActionsProps) {
  const { generator, history, onEditPrompt, form } = props;
  const { content, notification } = generator;
  const variations = useSetOfImage(content);
  return (
    <div className="viewer-actions">
      <TileNext entries={history.entries} disabled={generator.isBusy} form={form} />
      {variations && <LazySetStrip {...{ variations, generator, history }} />}
      {content.state === 'image' && (
        <ImageActions thumbnail={content.thumbnail} hasSet={variations !== undefined} {...props} />
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
            <span>{notification.isAllowed && ' You get a notification.'}</span>
          </p>
        </>
      )}
      {content.state === 'failed' && (
        <>
          {content.failure.needsEdit ? (
            <Button variant="brand" onClick={onEditPrompt}>
              <PencilIcon /> Edit the prompt
            </Button>
          ) : (
            <Button variant="brand" type="submit">
              <RetryIcon /> Try again
            </Button>
          )}
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

/** The images that were asked for together with the image in the viewer. They stay on the page while another image is generated. */
function useSetOfImage(content: ViewerContent): readonly Generation[] | undefined {
  const { all } = useGenerations();
  const [batchId, setBatchId] = useState<string>();
  if (content.state === 'image') {
    const { id, setId = all.get(id)?.batchId } = content.thumbnail;
    if (setId !== batchId) setBatchId(setId);
  }
  const variations = findBatch(all, batchId);
  return variations.length > 1 ? variations : undefined;
}

/** The others of a set. Their code loads with the first set. */
function LazySetStrip(props: SetStripProps) {
  const code = useCode(() => import('./variations/set-strip.tsx'));
  return code && <code.default {...props} />;
}

interface ImageActionsProps extends ViewerActionsProps {
  thumbnail: Thumbnail;
  /** The set beside the image leads to the versions. */
  hasSet: boolean;
}

/**
 * Shows Another beside the prompt that it repeats, and both only if Generate would request something else. A photo has no prompt, and an old
 * thumbnail may have none: then there is no Another.
 */
function ImageActions({ thumbnail, hasSet, generator, onUsePrompt, form }: ImageActionsProps) {
  const { shown, isFinishNext } = form;
  const { prompt, negativePrompt, model, reference } = thumbnail;
  const { selected } = useModelOptions(model, reference === 'video' ? 'style' : reference);
  const { showVariations } = generator;
  const next = useNext(form);
  return (
    <>
      {prompt !== undefined && prompt !== '' && !shown?.isSame && (
        <div className="viewer-prompt">
          <details>
            <summary>
              <q dir="auto">{prompt}</q>
              {negativePrompt !== undefined && <span>{` without “${negativePrompt}”`}</span>}
            </summary>
          </details>
          {!shown?.hasSamePrompt && (
            <Button variant="quiet" onClick={() => onUsePrompt(prompt)}>
              Use this prompt
            </Button>
          )}
          <Button
            variant="quiet"
            disabled={generator.isReading || generator.isPressed}
            onClick={() => generator.repeat(thumbnail, selected?.id)}
          >
            {generator.isReading ? <Spinner /> : <RetryIcon />} <span>Another</span>{' '}
            {selected && <small>{formatCredits(selected.cost)}</small>}
          </Button>
        </div>
      )}
      <LinkButton variant={isFinishNext ? 'primary' : 'brand'} to={finishPath(thumbnail.id)}>
        <PencilIcon /> Finish
      </LinkButton>
      <DownloadButton thumbnail={thumbnail} />
      <LinkButton variant="outline" to={editPath(thumbnail.id)}>
        <SparkIcon /> Edit
      </LinkButton>
      <Button
        variant="outline"
        className="viewer-next"
        title="Next in this series"
        onClick={() => next(thumbnail)}
      >
        <LayersIcon />{' '}
        <span>
          Next<span className="viewer-next-rest"> in this series</span>
        </span>
      </Button>
      {showVariations && !hasSet && (
        <Button variant="quiet" onClick={showVariations}>
          <VersionsIcon /> Back to the versions
        </Button>
      )}
    </>
  );
}

const PencilIcon = createIcon(
  'M4 20l1-4.5L16.5 4a2.1 2.1 0 0 1 3 0l.5.5a2.1 2.1 0 0 1 0 3L8.5 19zM14.5 6l3.5 3.5',
);
