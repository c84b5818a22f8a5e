import type { Thumbnail } from '../../../api/thumbnails.ts';
import { formatCredits } from '../../../lib/format.ts';
import { editPath, finishPath } from '../../../lib/paths.ts';
import { RetryIcon } from '../../../ui/action-icons.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { createIcon, Icon, LayersIcon, SparkIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { GeneratorForm } from '../hooks/use-generator-form.ts';
import type { Generator } from '../hooks/use-generator.ts';
import { useModelOptions } from '../hooks/use-model-options.ts';
import type { ThumbnailHistory } from '../hooks/use-thumbnail-history.ts';
import { DownloadButton } from './download-button.tsx';
import { TileNext } from './series/tile-next.tsx';
import { useNext } from './series/use-next.ts';
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
  return (
    <div className="viewer-actions">
      <TileNext entries={history.entries} disabled={generator.isBusy} form={form} />
      {content.state === 'image' && <ImageActions thumbnail={content.thumbnail} {...props} />}
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

interface ImageActionsProps extends ViewerActionsProps {
  thumbnail: Thumbnail;
}

/**
 * Shows Another beside the prompt that it repeats, and both only if Generate would request something else. An old thumbnail may have no
 * prompt: then there is no Another.
 */
function ImageActions({ thumbnail, generator, onUsePrompt, form }: ImageActionsProps) {
  const { shown, isFinishNext } = form;
  const { prompt, negativePrompt, model, reference } = thumbnail;
  const { selected } = useModelOptions(model, reference === 'video' ? 'style' : reference);
  const { showVariations } = generator;
  const next = useNext(form);
  return (
    <>
      {prompt !== undefined && !shown?.isSame && (
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
      <Button variant="outline" title="Next in this series" onClick={() => next(thumbnail)}>
        <LayersIcon />{' '}
        <span>
          Next<span className="viewer-next-rest"> in this series</span>
        </span>
      </Button>
      {showVariations && (
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

const VersionsIcon = () => (
  <Icon>
    <rect x="3.5" y="8.5" width="12" height="9" rx="1.8" />
    <path d="M7 6h9.5a2 2 0 0 1 2 2v6M10.5 3.5H19a2 2 0 0 1 2 2V11" />
  </Icon>
);
