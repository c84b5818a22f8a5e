import { useEffect, useRef, useState } from 'react';
import type { Ref } from 'react';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { Button } from '../../../ui/button.tsx';
import type { GeneratorHistory } from '../generator-history.ts';
import { ExportButton } from './export-button.tsx';
import { VersionTile } from './version-tile.tsx';
import { isRunning } from './version.ts';
import type { Versions } from './version.ts';
import './version-sheet.css';

export interface VersionSheetProps extends Versions {
  ref: Ref<HTMLElement>;
  history: GeneratorHistory;
  /** Shows one version in the preview. */
  onShow: (thumbnail: Thumbnail) => void;
  /** Cancels a version that waits in line. */
  onCancel: (generationId: string) => void;
  onStopWaiting: () => void;
}

/** The versions side by side, as they arrive, in the space of the preview. The last place says how far they are. */
export default function VersionSheet(props: VersionSheetProps) {
  const { ref, versions, startedAt, history, onShow, onCancel, onStopWaiting } = props;
  const [excluded, setExcluded] = useState<readonly string[]>([]);
  // The history has the current URL of an image whose URL has expired.
  const thumbnails = versions.map(({ thumbnail }) => thumbnail && (history.find(thumbnail.id) ?? thumbnail));
  const ready = thumbnails.filter((thumbnail) => thumbnail !== undefined);
  const selected = ready.filter(({ id }) => !excluded.includes(id));
  const isBusy = versions.some(isRunning);

  // The button that started the versions is no longer there.
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) sheet.current?.focus({ preventScroll: true });
  }, []);

  return (
    <section
      ref={ref}
      className="preview"
      data-state={isBusy ? 'generating' : 'image'}
      aria-label="Preview"
      aria-busy={isBusy}
    >
      <div className="viewfinder">
        <div ref={sheet} className="version-sheet" role="group" aria-label="Versions" tabIndex={-1}>
          {versions.map((version, index) => (
            <VersionTile
              key={version.generationId}
              name={`Version ${index + 1}`}
              startedAt={startedAt}
              line={version.line}
              thumbnail={thumbnails[index]}
              error={version.error}
              isSelected={!excluded.includes(version.generationId)}
              onSelect={(isSelected) =>
                setExcluded(
                  isSelected
                    ? excluded.filter((id) => id !== version.generationId)
                    : [...excluded, version.generationId],
                )
              }
              onShow={onShow}
              onCancel={() => onCancel(version.generationId)}
              onImageLoad={history.onImageLoad}
              onImageError={history.onImageError}
            />
          ))}
          <VersionStatus versions={versions} isBusy={isBusy} />
        </div>
      </div>
      <div className="preview-actions">
        <div>
          <ExportButton thumbnails={selected} />
          {isBusy && (
            <Button variant="quiet" onClick={onStopWaiting}>
              Stop waiting
            </Button>
          )}
        </div>
        <p>
          {isBusy
            ? 'You can leave: the versions are kept in All thumbnails.'
            : 'Files for Test & Compare in YouTube Studio, 1280 × 720.'}
        </p>
      </div>
    </section>
  );
}

function VersionStatus({ versions, isBusy }: Pick<Versions, 'versions'> & { isBusy: boolean }) {
  const ready = versions.filter(({ thumbnail }) => thumbnail).length;
  const isWaiting = versions.some(({ line }) => line);
  const advice = isWaiting
    ? 'All models are busy. Cancel returns the credit.'
    : 'A version that fails is refunded on its own.';
  return (
    <div className="version-status" role="status">
      <div className="version-bars" aria-hidden="true">
        {versions.map((version) => (
          <i
            key={version.generationId}
            data-state={isRunning(version) ? 'running' : version.thumbnail ? 'ready' : 'failed'}
          />
        ))}
      </div>
      <h2>
        {ready} of {versions.length} are ready
      </h2>
      <p>
        {isBusy
          ? advice
          : ready > 0
            ? 'Press one to see it large. Ticked ones are exported.'
            : 'No credit was taken.'}
      </p>
    </div>
  );
}
