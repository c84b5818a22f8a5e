import { lazy } from 'react';
import type { Adjustments, Design } from '#contract/design/design.ts';
import { DEFAULT_ADJUSTMENTS, DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { losesColumns } from '../../../lib/render/prepare-image.ts';
import { imageSize } from '../../../lib/render/finished-image.ts';
import { Button } from '../../../ui/button.tsx';
import { adjustImage } from '../editor/edit-design.ts';
import { formatPixels } from '../editor/format-pixels.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { useEditedImage } from './image-context.ts';
import { loadCropControl } from './load-image-tools.ts';
import { PercentSlider, Slider } from '../editor/slider.tsx';

const CropControl = lazy(loadCropControl);
const ImageTools = lazy(() => import('./image-tools.tsx'));

/** The image behind the layers: its versions and what changes it, and how it is shown. */
export default function ImagePanel() {
  const { hasImageTools } = useFinishPage().offers;
  const { imageTools } = useEditedImage();
  return (
    <>
      {hasImageTools && (
        <LazyPart>
          <ImageTools />
        </LazyPart>
      )}
      {!imageTools.isEditing && <ImageSettings />}
    </>
  );
}

/** Which part of the image is shown, and how. */
function ImageSettings() {
  const { finished, editor } = useEditedDesign();
  const { imageTools } = useEditedImage();
  const { setCrop } = useImageChanges();
  const { crop, adjustments } = editor.design;
  return (
    <section className="image-panel" aria-labelledby="image-title" data-edits-design>
      <div className="rail-head">
        <h2 id="image-title">The image</h2>
        <Button
          variant="quiet"
          disabled={adjustments === undefined && crop === 0.5}
          onClick={() => editor.edit(resetImage, 'The image is as it was.')}
        >
          Reset
        </Button>
      </div>
      <LazyPart>
        {imageTools.versions.isLoaded && (
          <CropControl image={finished.image} crop={crop} onChange={setCrop} />
        )}
      </LazyPart>
      <div className="controls">
        <ZoomControls />
        <ToneControls />
      </div>
    </section>
  );
}

/** Shows the middle of the image, as it was made. */
const resetImage = ({ adjustments: _adjustments, ...design }: Design): Design => ({ ...design, crop: 0.5 });

/** Returns functions that change how the image is shown. The changes of one field are one step of undo. */
function useImageChanges() {
  const { editor } = useEditedDesign();
  return {
    setCrop: (crop: number) => editor.edit((design) => ({ ...design, crop }), undefined, 'crop'),
    adjust: (changes: Adjustments, field: string) =>
      editor.edit((design) => adjustImage(design, changes), undefined, `image ${field}`),
  };
}

function ZoomControls() {
  const { finished, editor } = useEditedDesign();
  const { setCrop, adjust } = useImageChanges();
  const { crop, adjustments } = editor.design;
  const { zoom = 1, offset = 0.5, flipped = false } = adjustments ?? {};
  const isWide = losesColumns(imageSize(finished.image));
  const setOffset = (value: number) => adjust({ offset: value }, 'offset');
  return (
    <>
      <PercentSlider
        label="Zoom"
        value={zoom}
        {...DESIGN_LIMITS.zoom}
        onChange={(value) => adjust({ zoom: value }, 'zoom')}
      />
      {zoom > 1 && (
        <>
          <PercentSlider
            label="Left to right"
            value={isWide ? crop : offset}
            onChange={isWide ? setCrop : setOffset}
          />
          <PercentSlider
            label="Top to bottom"
            value={isWide ? offset : crop}
            onChange={isWide ? setOffset : setCrop}
          />
        </>
      )}
      <div className="control-toggles">
        <Button
          variant="outline"
          aria-pressed={flipped}
          onClick={() => adjust({ flipped: !flipped }, 'flip')}
        >
          Mirror
        </Button>
      </div>
    </>
  );
}

const TONES = [
  { name: 'brightness', label: 'Brightness', least: -1 },
  { name: 'contrast', label: 'Contrast', least: -1 },
  { name: 'vignette', label: 'Vignette', least: 0 },
] as const;

function ToneControls() {
  const { editor } = useEditedDesign();
  const { adjust } = useImageChanges();
  const adjusted = { ...DEFAULT_ADJUSTMENTS, ...editor.design.adjustments };
  return (
    <>
      {TONES.map(({ name, label, least }) => (
        <PercentSlider
          key={name}
          label={label}
          value={adjusted[name] ?? 0}
          least={least}
          onChange={(value) => adjust({ [name]: value }, name)}
        />
      ))}
      <Slider
        label="Blur"
        value={adjusted.blur ?? 0}
        least={0}
        most={DESIGN_LIMITS.blur}
        valueText={formatPixels(adjusted.blur ?? 0)}
        onChange={(blur) => adjust({ blur }, 'blur')}
      />
    </>
  );
}
