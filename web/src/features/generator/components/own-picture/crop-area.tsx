import { useEffect, useId, useRef } from 'react';
import type { CSSProperties } from 'react';
import { useDebounced } from '../../../../lib/use-debounced.ts';
import { describeSharpness, findPart, findStoredSize, startCrop } from '../../model/photo/crop.ts';
import type { Size } from '../../../../lib/export/frame.ts';
import type { Crop } from '../../model/photo/crop.ts';
import type { OpenPhoto } from '../../model/photo/open-photo.ts';
import { PhotoCanvas } from './photo-canvas.tsx';
import { pressKey, useCropGestures } from './use-crop-gestures.ts';

interface CropAreaProps {
  photo: OpenPhoto;
  crop: Crop;
  /** The color behind a transparent picture. */
  background: string;
  onChange: (crop: Crop) => void;
  /** Enter on the part. */
  onUse: () => void;
}

/** A screen reader says the place after a pause in the changes. */
const PLACE_DELAY_MS = 500;

const percent = (share: number) => `${share * 100}%`;

const roundPercent = (share: number) => `${Math.round(share * 100)} %`;

/** A picture of 16:9 needs no work. */
const WHOLE = 'The picture is 16:9 already: nothing is cut off.';

/** True if the part leaves out at most a pixel. */
const isWhole = (photo: Size, part: Size) => photo.width - part.width <= 1 && photo.height - part.height <= 1;

/** The picture with the part that is stored, and that part as YouTube shows it. */
export function CropArea({ photo, crop, background, onChange, onUse }: CropAreaProps) {
  const hintId = useId();
  const frame = useRef<HTMLButtonElement>(null);
  // The dialog opens before the picture is there, so that the browser gives the focus to the button that closes it.
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);
  const part = findPart(photo, crop);
  const { width, height } = findStoredSize(part);
  const gestures = useCropGestures({ crop, width: photo.width, onChange });
  const place: CSSProperties = {
    left: percent(part.x / photo.width),
    top: percent(part.y / photo.height),
    width: percent(part.width / photo.width),
    height: percent(part.height / photo.height),
  };
  const [left, top] = [roundPercent(part.x / photo.width), roundPercent(part.y / photo.height)];
  const placeText = useDebounced(`${left} from the left, ${top} from the top`, PLACE_DELAY_MS);
  const sharpness = describeSharpness(width);
  return (
    <>
      <div className="crop-box">
        <div
          {...gestures}
          className="crop-stage"
          style={{ '--ratio': photo.width / photo.height } as CSSProperties}
          onDoubleClick={() => onChange(startCrop(photo))}
        >
          <PhotoCanvas photo={photo} background={background} />
          <button
            ref={frame}
            type="button"
            className="crop-part"
            aria-label="The part that is stored"
            aria-describedby={hintId}
            style={place}
            onKeyDown={(event) => {
              const next = pressKey(event, crop);
              if (!next && event.key !== 'Enter') return;
              event.preventDefault();
              if (next) onChange(next);
              else onUse();
            }}
          />
        </div>
      </div>
      <div className="crop-aside">
        <p className="visually-hidden" role="status">
          {placeText}
        </p>
        <p>In the sidebar of YouTube</p>
        <PhotoCanvas photo={photo} part={part} background={background} className="crop-preview" />
        <p>
          <span>{`${width} × ${height} is stored.`}</span>{' '}
          {sharpness !== undefined && <strong>{sharpness}</strong>}{' '}
          <span>{isWhole(photo, part) ? WHOLE : 'The rest of the photo stays on this device.'}</span>
        </p>
        <p id={hintId} className="crop-hint">
          <span className="crop-keys">
            Drag to move. <kbd>+</kbd> <kbd>−</kbd> zoom, arrows move by 1 pixel.
          </span>
          <span className="crop-touch">Drag to move, pinch to zoom.</span>
        </p>
      </div>
    </>
  );
}
