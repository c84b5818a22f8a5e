import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { explain } from '../../../../api/error-sentences.ts';
import { takeStart } from '../../../../lib/series.ts';
import { CheckIcon, CloseIcon } from '../../../../ui/action-icons.tsx';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { GeneratorForm } from '../../hooks/use-generator-form.ts';
import type { Generator } from '../../hooks/use-generator.ts';
import { isPerson } from '../../model/read-series.ts';
import type { Episode } from '../../model/read-series.ts';
import { SeriesGhost } from './series-ghost.tsx';
import { useSeriesState } from './use-series-state.ts';
import type { SeriesRead } from './use-series-state.ts';
import './series-card.css';

export interface SeriesCardProps {
  form: Pick<GeneratorForm, 'series' | 'reference' | 'focusIdea'>;
  generator: Pick<Generator, 'content' | 'shownId' | 'variations'>;
  userId: string;
}

const NO_LAYERS: Episode['layers'] = [];

/** Says what the next thumbnail takes from an earlier one. Each part can be turned off. */
export default function SeriesCard({ form, generator, userId }: SeriesCardProps) {
  const { series, read, isOffered, change, retry } = useSeriesState(userId, form.series.setPart);
  const focusStarted = useEffectEvent(() => takeStart() && form.focusIdea());
  useEffect(() => void focusStarted(), []);
  const stage = useEmptyStage(generator);
  if (!series) return undefined;
  const episode = read.status === 'read' ? read.episode : undefined;
  const layers = episode?.layers ?? NO_LAYERS;
  // A link or an image of the creator replaces the style.
  const { link, image, isLinkSetAside } = form.reference;
  const isSetAside = image !== undefined || (link !== undefined && !isLinkSetAside);
  const hasLayout = series.hasLayout && layers.some((layer) => layer.kind === 'text');
  const close = () => {
    change(undefined);
    form.focusIdea();
  };
  return (
    <div className="series-card" role="group" aria-label="Series">
      <div className="series-picture">
        {episode?.previewURL !== undefined && <img src={episode.previewURL} alt="" />}
      </div>
      <div className="series-about">
        <p>
          {episode ? (
            <strong>
              <span>{series.hasLayout || series.hasPeople ? 'Next after “' : 'Made after “'}</span>
              <bdi>{episode.name}</bdi>
              <span>”</span>
            </strong>
          ) : (
            <strong>Next in this series</strong>
          )}
        </p>
        <p role="status">
          <span>{describe(read, hasLayout, isSetAside)}</span>
        </p>
      </div>
      {read.status === 'failed' && (
        <Button variant="outline" onClick={retry}>
          Load it again
        </Button>
      )}
      {episode && (
        <div className="series-parts">
          {isOffered && (
            <Part
              isOn={series.hasReference && !isSetAside}
              disabled={isSetAside}
              onChange={(hasReference) => change({ ...series, hasReference })}
            >
              {series.use === 'style' ? 'Style' : 'Composition'}
            </Part>
          )}
          {layers.some((layer) => !isPerson(layer)) && (
            <Part isOn={series.hasLayout} onChange={(next) => change({ ...series, hasLayout: next })}>
              Layout
            </Part>
          )}
          {layers.some(isPerson) && (
            <Part isOn={series.hasPeople} onChange={(hasPeople) => change({ ...series, hasPeople })}>
              People
            </Part>
          )}
        </div>
      )}
      <IconButton aria-label="Leave the series" title="Leave the series" onClick={close}>
        <CloseIcon />
      </IconButton>
      {stage && createPortal(<SeriesGhost {...series} layers={layers} />, stage)}
    </div>
  );
}

/**
 * Finds the stage for the next thumbnail. The image that is on the stage when a series begins gives way. An image that the creator opens
 * later is shown.
 */
function useEmptyStage({ content, shownId, variations }: SeriesCardProps['generator']) {
  // The stage is empty before the focus moves, because the browser scrolls to the focus.
  const [stage, setStage] = useState(findStage);
  const [firstId, setFirstId] = useState(shownId);
  if (firstId === undefined && shownId !== undefined) setFirstId(shownId);
  const isEmpty =
    !variations && (content.state === 'empty' || (content.state === 'image' && shownId === firstId));
  useLayoutEffect(() => {
    if (isEmpty) setStage(findStage);
  }, [isEmpty]);
  return isEmpty ? stage : null;
}

const findStage = (): Element | null => document.querySelector('.generator .viewer-frame');

function describe(read: SeriesRead, hasLayout: boolean, isSetAside: boolean): string {
  switch (read.status) {
    case 'pending':
      return 'Loading the layout...';
    case 'gone':
      return 'The earlier thumbnail was deleted. Leave the series to go on.';
    case 'failed':
      return `The layout could not be loaded. ${explain(read.error)}.`;
    case 'read':
      return [
        isSetAside && 'Your reference replaces the style.',
        hasLayout && 'The empty headline waits on the finish page.',
      ]
        .filter(Boolean)
        .join(' ');
  }
}

interface PartProps {
  isOn: boolean;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

const Part = ({ isOn, disabled = false, onChange, children }: PartProps) => (
  <button
    type="button"
    className="chip series-part"
    aria-pressed={isOn}
    disabled={disabled}
    onClick={() => onChange(!isOn)}
  >
    {isOn && <CheckIcon />} <span>{children}</span>
  </button>
);
