import { formatPixels } from '../editor/format-pixels.ts';
import { useRef } from 'react';
import { cropToFrame } from '../../../lib/export/frame.ts';
import { ImageCanvas } from '../editor/canvas.tsx';
import { PercentSlider } from '../editor/slider.tsx';
import { clamp } from '../editor/edit-design.ts';
import { placeBox } from '../editor/layer-box.ts';
import { useFingers } from '../editor/use-fingers.ts';
import { formatSize } from '../../../lib/render/export-design.ts';
import { imageSize } from '../../../lib/render/finished-image.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';

interface CropControlProps {
  image: FinishedImage['image'];
  crop: number;
  onChange: (crop: number) => void;
}

/** The whole image with the part that the export keeps, which can be moved. An image that is 16:9 loses nothing. */
export default function CropControl({ image, crop, onChange }: CropControlProps) {
  const size = imageSize(image);
  const kept = cropToFrame(size, crop);
  const isVertical = kept.height < size.height;
  const lost = isVertical ? size.height - kept.height : size.width - kept.width;
  const picture = useRef<HTMLDivElement>(null);
  const fingers = useFingers({ area: () => picture.current, units: size, read: () => crop });
  if (Math.round(lost) < 1)
    return <p>{`The image is ${formatSize(size)}, which is 16:9: nothing is cropped.`}</p>;

  const before = Math.round(lost * crop);
  const after = Math.round(lost) - before;
  const losses = isVertical
    ? `${formatPixels(before)} at the top and ${after} at the bottom`
    : `${formatPixels(before)} on the left and ${after} on the right`;

  return (
    <div className="crop">
      <div
        className="crop-picture"
        data-direction={isVertical ? 'vertical' : 'horizontal'}
        ref={picture}
        style={{ aspectRatio: `${size.width} / ${size.height}` }}
        onPointerDown={fingers.press}
        onPointerMove={(event) => {
          const pull = fingers.move(event);
          if (!pull) return;
          const moved = isVertical ? pull.to.y - pull.from.y : pull.to.x - pull.from.x;
          onChange(clamp(pull.before + moved / lost, 0, 1));
        }}
        onPointerUp={fingers.lift}
        onPointerCancel={fingers.lift}
      >
        <ImageCanvas source={image} aspect={size.width / size.height} aria-hidden="true" />
        <div className="crop-frame" style={placeBox(kept, size)} />
      </div>
      <p>{`The image is ${formatSize(size)}. Cropped to 16:9, it loses ${losses}.`}</p>
      <PercentSlider label="Crop" value={crop} valueText={`Loses ${losses}`} onChange={onChange} />
    </div>
  );
}
