import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isUncharged } from '../../../../api/page-error-sentences.ts';
import { testPath } from '../../../../lib/paths.ts';
import { Button, LinkButton } from '../../../../ui/button.tsx';
import { isCanceled, isRunning } from '../../../../generations/generation.ts';
import type { Generation } from '../../../../generations/generation.ts';
import type { Generator } from '../../hooks/use-generator.ts';
import type { GeneratorForm } from '../../hooks/use-generator-form.ts';
import { TileNext } from '../series/tile-next.tsx';
import { ExportButton, TEST_SIZE } from './export-button.tsx';
import { LayoutForAll } from './layout-for-all.tsx';
import { retryVariation } from './retry-variation.ts';
import { useFinishedSet } from './use-finished-set.ts';
import { useKept } from './use-kept.ts';
import { VariationTile } from './variation-tile.tsx';
import type { VariationContext } from './variation-tile.tsx';
import '../viewer-actions.css';
import './variation-sheet.css';

export interface VariationSheetProps extends VariationContext {
  variations: readonly Generation[];
  generator: VariationContext['generator'] & Pick<Generator, 'isBusy'>;
  form: Pick<GeneratorForm, 'openSeries'>;
}

/** Shows the variations side by side in the space of the viewer as they arrive. The last place shows their progress. */
export default function VariationSheet(props: VariationSheetProps) {
  const { generator, history } = props;
  const variations = useKept(props.variations);
  useEmptySheet(variations.length === 0, generator.leave);
  const [excluded, setExcluded] = useState<readonly string[]>([]);
  // The history has the current URL of an image whose URL has expired.
  const thumbnails = variations.map(
    ({ end }) => end?.thumbnail && (history.find(end.thumbnail.id) ?? end.thumbnail),
  );
  const ready = thumbnails.filter((thumbnail) => thumbnail !== undefined);
  const selected = ready.filter(({ id }) => !excluded.includes(id));
  const isBusy = variations.some(isRunning);
  const { userId, finishedIds, findPreview, refetch } = useFinishedSet(variations);
  const versions = new Map(
    variations.flatMap(({ id, end }, index) =>
      end?.thumbnail ? [[id, `Version ${index + 1}`] as const] : [],
    ),
  );
  const retry = (failed: Generation) => retryVariation(failed, ready);

  // The button that started the variations is no longer there.
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) sheet.current?.focus({ preventScroll: true });
  }, []);

  return (
    <section
      ref={generator.section}
      className="viewer"
      data-state={isBusy ? 'generating' : 'image'}
      aria-label="Preview"
      aria-busy={isBusy}
    >
      <div className="viewfinder">
        <div ref={sheet} className="variation-sheet" role="group" aria-label="Versions" tabIndex={-1}>
          {variations.map((variation, index) => (
            <VariationTile
              key={variation.id}
              name={`Version ${index + 1}`}
              variation={variation}
              thumbnail={thumbnails[index]}
              finishedURL={findPreview(variation.end?.thumbnail?.id)}
              isSelected={!excluded.includes(variation.id)}
              onSelect={(isSelected) =>
                setExcluded(
                  isSelected ? excluded.filter((id) => id !== variation.id) : [...excluded, variation.id],
                )
              }
              onRetry={() => void retry(variation)}
              {...props}
            />
          ))}
          <VariationStatus variations={variations} isBusy={isBusy} />
        </div>
      </div>
      <TileNext entries={history.entries} disabled={generator.isBusy} form={props.form} />
      <div className="viewer-actions">
        <div>
          <ExportButton thumbnails={selected} />
          {!isBusy && selected.length === TEST_SIZE && (
            <LinkButton variant="outline" to={testPath(selected.map(({ id }) => id))}>
              Test pack
            </LinkButton>
          )}
          {userId !== undefined && !isBusy && (
            <LayoutForAll {...{ userId, versions, finishedIds }} onChange={refetch} />
          )}
          {isBusy && (
            <Button variant="quiet" onClick={generator.leave}>
              Stop waiting
            </Button>
          )}
        </div>
        <p className="variation-note">
          {isBusy
            ? 'You can leave: the versions are kept in All thumbnails.'
            : 'Files for Test & Compare in YouTube Studio, 1280 × 720.'}
        </p>
      </div>
    </section>
  );
}

/** Leaves the sheet when the creator has deleted all of its variations. */
function useEmptySheet(isEmpty: boolean, onEmpty: () => void): void {
  const leave = useEffectEvent(onEmpty);
  useEffect(() => {
    if (isEmpty) leave();
  }, [isEmpty]);
}

function VariationStatus({
  variations,
  isBusy,
}: Pick<VariationSheetProps, 'variations'> & { isBusy: boolean }) {
  const ready = variations.filter(({ end }) => end?.thumbnail).length;
  const isWaiting = variations.some(({ line }) => line);
  const mayBeCharged = ({ end }: Generation) => !isUncharged(end?.error) || isCanceled(end?.error);
  const advice = isWaiting
    ? 'All models are busy. Cancel returns the credit.'
    : 'A version that fails is refunded on its own.';
  return (
    <div className="variation-status" role="status">
      <div className="variation-bars" aria-hidden="true">
        {variations.map((variation) => (
          <i
            key={variation.id}
            data-state={isRunning(variation) ? 'running' : variation.end?.thumbnail ? 'ready' : 'failed'}
          />
        ))}
      </div>
      <h2>{`${ready} of ${variations.length} are ready`}</h2>
      <p>
        {isBusy
          ? advice
          : ready > 0
            ? 'Press one to see it large. Ticked ones are exported.'
            : !variations.some(mayBeCharged) && 'No credit was taken.'}
      </p>
    </div>
  );
}
