import type { ReactNode } from 'react';
import { explain } from '../../../../api/error-sentences.ts';
import type { Series } from '../../../../lib/series.ts';
import { CheckIcon, CloseIcon } from '../../../../ui/action-icons.tsx';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { GeneratorForm } from '../../hooks/use-generator-form.ts';
import { isPerson } from '../../model/read-series.ts';
import './series-card.css';

export interface SeriesCardProps {
  form: Pick<GeneratorForm, 'series' | 'reference' | 'focusIdea'>;
  series: Series;
}

/** Says what the next thumbnail takes from an earlier one. Each part can be turned off. */
export default function SeriesCard({ form, series }: SeriesCardProps) {
  const { episode, isGone, failure, isLoading, change, retry } = form.series;
  const close = () => {
    change(undefined);
    form.focusIdea();
  };
  const layers = episode?.layers ?? [];
  const hasLayout = series.hasLayout && layers.some((layer) => !isPerson(layer));
  // A link or an image of the creator replaces the style.
  const { link, image } = form.reference;
  const isSetAside = link !== undefined || image !== undefined;
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
          <span>{describe({ isGone, failure, isLoading, hasLayout, isSetAside })}</span>
        </p>
      </div>
      {failure !== undefined && (
        <Button variant="outline" onClick={retry}>
          Load it again
        </Button>
      )}
      {episode && (
        <div className="series-parts">
          <Part
            isOn={series.hasReference && !isSetAside}
            disabled={isSetAside}
            onChange={(hasReference) => change({ ...series, hasReference })}
          >
            {series.use === 'style' ? 'Style' : 'Composition'}
          </Part>
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
    </div>
  );
}

interface State {
  isGone: boolean;
  failure: unknown;
  isLoading: boolean;
  hasLayout: boolean;
  isSetAside: boolean;
}

function describe({ isGone, failure, isLoading, hasLayout, isSetAside }: State): string {
  if (isGone) return 'The earlier thumbnail was deleted. Leave the series to go on.';
  if (failure !== undefined) return `The layout could not be loaded. ${explain(failure)}.`;
  if (isLoading) return 'Loading the layout...';
  const style = isSetAside ? 'Your reference replaces the style. ' : '';
  return `${style}${hasLayout ? 'The empty headline waits on the finish page.' : ''}`;
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
