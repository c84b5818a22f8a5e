import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import { explain } from '../../../../api/error-sentences.ts';
import { decodeImage } from '../../../../api/prepare-image.ts';
import type { DecodedImage } from '../../../../api/load-svg.ts';
import { CloseIcon } from '../../../../ui/action-icons.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import {
  findMostZoom,
  findPart,
  findStoredSize,
  isTooSmall,
  limitCrop,
  startCrop,
} from '../../model/crop.ts';
import type { Crop } from '../../model/crop.ts';
import './crop-dialog.css';

interface CropDialogProps {
  file: File;
  /** The words in place of the buttons while the picture is sent. */
  progress: string | undefined;
  /** The reason why the picture was not stored. */
  problem: string | undefined;
  onUse: (image: DecodedImage, crop: Crop) => void;
  onClose: () => void;
}

/** Shows a picture, and lets the creator choose the part of 16:9 that becomes the thumbnail. */
export function CropDialog({ file, progress, problem, onUse, onClose }: CropDialogProps) {
  const { image, failure } = useDecoded(file);
  const [crop, setCrop] = useState<Crop>();
  const shown = image && (crop ?? startCrop(image));
  const isSmall = image !== undefined && isTooSmall(image);
  return (
    <Dialog
      title="Crop to 16:9"
      onCancel={onClose}
      actions={
        progress === undefined && (
          <>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant="primary"
              disabled={!image || isSmall}
              onClick={() => image && shown && onUse(image, shown)}
            >
              Use picture
            </Button>
          </>
        )
      }
    >
      <div className="crop-dialog">
        {image && shown && !isSmall && (
          <CropArea image={image} crop={shown} onChange={(next) => setCrop(limitCrop(image, next))} />
        )}
        {isSmall && <p role="alert">{`${file.name} is too small: it needs at least 569 × 320 pixels.`}</p>}
        {failure !== undefined && <p role="alert">{`${failure}.`}</p>}
        {problem !== undefined && <p role="alert">{problem}</p>}
        {progress !== undefined && <p role="status">{progress}</p>}
        <IconButton className="icon-button crop-close" aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
    </Dialog>
  );
}

/** Decodes a file, and frees its memory when the dialog closes. */
function useDecoded(file: File): { image?: DecodedImage; failure?: string } {
  const [decoded, setDecoded] = useState<{ image?: DecodedImage; failure?: string }>({});
  useEffect(() => {
    let opened: DecodedImage | undefined;
    let isCurrent = true;
    decodeImage(file).then(
      (image) => {
        opened = image;
        if (isCurrent) setDecoded({ image });
        else image.close();
      },
      (error: unknown) => isCurrent && setDecoded({ failure: explain(error) }),
    );
    return () => {
      isCurrent = false;
      opened?.close();
    };
  }, [file]);
  return decoded;
}

interface CropAreaProps {
  image: DecodedImage;
  crop: Crop;
  onChange: (crop: Crop) => void;
}

const percent = (share: number) => `${share * 100}%`;

function CropArea({ image, crop, onChange }: CropAreaProps) {
  const id = useId();
  const drag = useRef<{ x: number; y: number; crop: Crop }>(undefined);
  const part = findPart(image, crop);
  const size = findStoredSize(part);
  const most = findMostZoom(image);
  const place: CSSProperties = {
    left: percent(part.x / image.width),
    top: percent(part.y / image.height),
    width: percent(part.width / image.width),
    height: percent(part.height / image.height),
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    const scale = image.width / (event.currentTarget.parentElement?.clientWidth ?? image.width);
    if (!current) return;
    onChange({
      ...current.crop,
      x: current.crop.x + (event.clientX - current.x) * scale,
      y: current.crop.y + (event.clientY - current.y) * scale,
    });
  };
  return (
    <>
      <div className="crop-stage" style={{ aspectRatio: image.width / image.height }}>
        <PictureCanvas image={image} />
        <button
          type="button"
          className="crop-part"
          aria-label="The part that is stored"
          aria-describedby={`${id}-hint`}
          style={place}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            drag.current = { x: event.clientX, y: event.clientY, crop };
          }}
          onPointerMove={move}
          onPointerUp={() => (drag.current = undefined)}
          onPointerCancel={() => (drag.current = undefined)}
          onKeyDown={(event) => {
            const next = pressKey(event, crop);
            if (!next) return;
            event.preventDefault();
            onChange(next);
          }}
        />
      </div>
      <div className="crop-aside">
        <p>In the sidebar of YouTube</p>
        <PictureCanvas image={image} part={part} className="crop-preview" />
        <p>{`${size.width} × ${size.height} is stored. The rest of the photo stays on this device.`}</p>
        <p id={`${id}-hint`} className="crop-hint">
          Drag to move. <kbd>+</kbd> <kbd>−</kbd> zoom, arrows move by 1 pixel.
        </p>
      </div>
      <div className="crop-zoom">
        <label htmlFor={id}>Zoom</label>
        <input
          id={id}
          type="range"
          min={100}
          max={Math.floor(most * 100)}
          value={Math.round(crop.zoom * 100)}
          aria-valuetext={`${Math.round(crop.zoom * 100)} %`}
          onChange={({ currentTarget }) => onChange({ ...crop, zoom: currentTarget.valueAsNumber / 100 })}
        />
        <output htmlFor={id}>{`${Math.round(crop.zoom * 100)} %`}</output>
      </div>
    </>
  );
}

const ARROWS: Partial<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const ZOOM_STEP = 0.1;

/** Returns the crop after a key. Undefined for a key that changes nothing. */
function pressKey({ key, shiftKey }: KeyboardEvent, crop: Crop): Crop | undefined {
  if (key === '+' || key === '=') return { ...crop, zoom: crop.zoom + ZOOM_STEP };
  if (key === '-') return { ...crop, zoom: crop.zoom - ZOOM_STEP };
  const arrow = ARROWS[key];
  if (!arrow) return undefined;
  const step = shiftKey ? 10 : 1;
  return { ...crop, x: crop.x + arrow[0] * step, y: crop.y + arrow[1] * step };
}

/** The longest side of a picture on the page, in device pixels: enough for each screen, and small for each frame of a drag. */
const SHOWN_SIDE = 1_200;

interface PictureCanvasProps {
  image: DecodedImage;
  /** The part that is drawn. @default the whole picture */
  part?: { x: number; y: number; width: number; height: number };
  className?: string;
}

/** Draws a picture, or a part of it, smoothly. */
function PictureCanvas({ image, part, className }: PictureCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { x, y, width, height } = part ?? { x: 0, y: 0, width: image.width, height: image.height };
  const scale = Math.min(1, (part ? SHOWN_SIDE / 3 : SHOWN_SIDE) / Math.max(width, height));
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image.source, x, y, width, height, 0, 0, context.canvas.width, context.canvas.height);
  }, [image, x, y, width, height]);
  return (
    <canvas
      ref={canvas}
      className={className}
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      aria-hidden="true"
    />
  );
}
