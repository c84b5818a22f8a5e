import { lazy, useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { listLanguages } from '#contract/design/list-languages.ts';
import { describeMark, type ImageMark } from '#contract/image-mark.ts';
import { ORIGINAL_FILE_NAME, useOriginalDownload } from '../../../api/thumbnail-image.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { setImagesAside } from '../../../generations/kept-reference.ts';
import { EXPORT_LIMITS } from '../../../lib/export/encode-canvas.ts';
import type { ExportLimit } from '../../../lib/export/encode-canvas.ts';
import { exportFileName } from '../../../lib/export/file-name.ts';
import { formatBytes } from '../../../lib/format.ts';
import { PATHS } from '../../../lib/paths.ts';
import { findPsdMark } from '../../../lib/psd/find-psd-mark.ts';
import { nextInSeries, startSeries } from '../../../lib/series.ts';
import {
  describeLimit,
  EXPORT_SIZES,
  findLargestZoom,
  formatSize,
  isOffered,
} from '../../../lib/render/export-design.ts';
import type { FinishedImage, MarkedImage, Size } from '../../../lib/render/finished-image.ts';
import { useUserId } from '../../../session/session-provider.tsx';
import { DownloadIcon } from '../../../ui/action-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { LayersIcon } from '../../../ui/icons.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { CopyButton } from './copy-button.tsx';
import { ShareButton } from './share-button.tsx';
import type { Export } from './use-export.ts';

const ExportLanguages = lazy(() => import('./export-languages.tsx'));

interface ExportSettingsProps {
  finished: MarkedImage;
  exporting: Export;
  /** True if the stage offers the tool that upscales the image. */
  canUpscale: boolean;
  /** The thumbnail whose original can be downloaded. */
  thumbnail: Thumbnail;
}

/** Sets the size, the type and the name of the exported file. */
export default function ExportSettings({ thumbnail, ...props }: ExportSettingsProps) {
  const { settings, change, fileBytes } = props.exporting;
  return (
    <>
      <SizeChoice {...props} />
      <Segmented
        label="File type"
        value={settings.format}
        options={[
          { value: 'jpeg', label: 'JPEG' },
          { value: 'png', label: 'PNG' },
          { value: 'psd', label: 'Photoshop (layers)' },
        ]}
        onChange={(format) => change({ format })}
      />
      {settings.format === 'psd' ? (
        <p>For Photoshop, Photopea and GIMP. YouTube takes a JPEG or a PNG.</p>
      ) : (
        <>
          <Segmented<ExportLimit>
            label="Largest file"
            value={settings.limit}
            options={LIMIT_OPTIONS}
            onChange={(limit) => change({ limit })}
          />
          <FileSize bytes={fileBytes} limit={settings.limit} />
        </>
      )}
      <Mark
        model={thumbnail.model}
        mark={settings.format === 'psd' ? findPsdMark(props.finished) : props.finished.mark}
      />
      <Field label="File name">
        {(id) => (
          <>
            <input
              id={id}
              className="field-box"
              value={settings.name}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              aria-describedby={`${id}-result`}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            <small id={`${id}-result`} className="export-file-name">
              {exportFileName(settings.name, settings.size, settings.format)}
            </small>
          </>
        )}
      </Field>
      <ShareButton finished={props.finished} exporting={props.exporting} />
      <CopyButton finished={props.finished} exporting={props.exporting} />
      {listLanguages(props.finished.design.layers).length > 0 && (
        <LazyPart>
          <ExportLanguages variant="quiet" />
        </LazyPart>
      )}
      <OriginalButton thumbnail={thumbnail} />
      <NextButton {...thumbnail} />
    </>
  );
}

function Choice({ name, hint = '' }: { name: string; hint?: string | undefined }) {
  return (
    <span>
      <span>{name}</span>
      <small>{hint}</small>
    </span>
  );
}

const LIMITS: readonly [ExportLimit, string, string][] = [
  ['phone', '2 MB', 'every device'],
  ['computer', '50 MB', 'from a computer'],
];
const LIMIT_OPTIONS = LIMITS.map(([value, size, from]) => ({
  value,
  label: `${size}, ${from}`,
  content: <Choice name={size} hint={from} />,
}));

const SIZE_HINTS: Record<number, string> = {
  1_280: 'The size that YouTube recommends',
  1_920: 'For large screens',
  3_840: '4K, the largest size',
};

function SizeChoice({ finished, exporting, canUpscale }: Omit<ExportSettingsProps, 'thumbnail'>) {
  const name = useId();
  const { settings, change } = exporting;
  return (
    <fieldset className="export-sizes">
      <legend className="field-label">Size</legend>
      {EXPORT_SIZES.map((size) => {
        const isEnabled = isOffered(size, finished);
        const hint = isEnabled ? SIZE_HINTS[size.width] : explainMissing(size, finished, canUpscale);
        return (
          <label key={size.width}>
            <input
              type="radio"
              name={name}
              checked={settings.size.width === size.width}
              disabled={!isEnabled}
              onChange={() => change({ size })}
            />
            <Choice name={formatSize(size)} hint={hint} />
          </label>
        );
      })}
    </fieldset>
  );
}

/** Says why a size is not offered. A smaller zoom costs nothing, so it comes before the tool that costs credits. */
function explainMissing(size: Size, finished: FinishedImage, canUpscale: boolean): string {
  const zoom = findLargestZoom(size, finished);
  if (zoom !== undefined) return `Enough pixels up to a zoom of ${zoom}%`;
  return canUpscale ? 'The tool 4K gives the image enough pixels' : 'This image has too few pixels';
}

function FileSize({ bytes, limit }: { bytes: number | undefined; limit: ExportLimit }) {
  const most = EXPORT_LIMITS[limit];
  const shown = Math.min(bytes ?? 0, most);
  const isTooLarge = bytes !== undefined && bytes >= most;
  return (
    <div className="export-file-size" data-too-large={isTooLarge}>
      <p>
        {bytes === undefined ? <span>Measuring the file...</span> : <strong>{formatBytes(bytes)}</strong>}
        <span>{isTooLarge ? ` ${describeLimit(limit)}` : ` of at most ${most / 1e6} MB`}</span>
      </p>
      <div
        className="export-meter"
        role="meter"
        aria-label="File size"
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={shown}
        aria-valuetext={bytes === undefined ? 'Unknown' : formatBytes(bytes)}
      >
        <i style={{ width: `${(shown / most) * 100}%` }} />
      </div>
    </div>
  );
}

/** Says what the metadata of the file say. A photo without AI has no mark. */
function Mark({ model, mark }: { model: string | undefined; mark: ImageMark }) {
  return (
    <p className="export-mark">
      <span>Origin</span> <strong>{describeMark(model, mark)}</strong>
      <small>{mark === 'none' ? 'The file has no mark of AI' : 'The file says so in its metadata'}</small>
    </p>
  );
}

function OriginalButton({ thumbnail }: { thumbnail: Thumbnail }) {
  const { isBusy, download } = useOriginalDownload(thumbnail);
  return (
    <Button variant="quiet" disabled={isBusy} onClick={download}>
      {isBusy ? <Spinner /> : <DownloadIcon />} <span>{`Original, ${ORIGINAL_FILE_NAME}`}</span>
    </Button>
  );
}

/** Opens home with the style, the layout and the people of this thumbnail. */
function NextButton({ id, prompt }: Thumbnail) {
  const userId = useUserId();
  const navigate = useNavigate();
  const next = () => {
    if (userId === undefined) return;
    startSeries(nextInSeries(userId, id), prompt);
    setImagesAside();
    void navigate(PATHS.home);
  };
  return (
    <Button variant="quiet" onClick={next}>
      <LayersIcon /> <span>Next in this series</span>
    </Button>
  );
}
