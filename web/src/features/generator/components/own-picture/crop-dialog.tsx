import { useId, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
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
} from '../../model/photo/crop.ts';
import type { Crop } from '../../model/photo/crop.ts';
import type { OpenPhoto } from '../../model/photo/open-photo.ts';
import type { PhotoPart } from '../../model/photo/photo-pixels.ts';
import { BackgroundChoice, FIRST_BACKGROUND } from './background-choice.tsx';
import { CropArea } from './crop-area.tsx';
import '../../../../ui/slider.css';
import './crop-dialog.css';

interface CropDialogProps {
  name: string;
  /** Undefined while the browser decodes the picture, and if it cannot. */
  photo: OpenPhoto | undefined;
  /** Describes what happens to the picture. Undefined while nothing happens. */
  progress: string | undefined;
  /** Why the picture cannot be used, or was not stored. */
  problem: string | undefined;
  /** A sentence about the next step. */
  children?: ReactNode;
  onUse: (part: PhotoPart) => void;
  onClose: () => void;
}

/** Shows a picture, and lets the creator choose the part of 16:9 that becomes the thumbnail. */
export function CropDialog({ name, photo, progress, problem, children, onUse, onClose }: CropDialogProps) {
  const [chosen, setCrop] = useState<Crop>();
  const [background, setBackground] = useState(FIRST_BACKGROUND);
  const isSmall = photo !== undefined && isTooSmall(photo);
  const usable = isSmall ? undefined : photo;
  const crop = usable && (chosen ?? startCrop(usable));
  const isBusy = progress !== undefined;
  const change = (next: Crop) => usable && !isBusy && setCrop(limitCrop(usable, next));
  const use = () => {
    if (!usable || !crop || isBusy) return;
    const part = findPart(usable, crop);
    onUse({ part, size: findStoredSize(part), background });
  };
  return (
    <Dialog
      title="Crop to 16:9"
      onCancel={onClose}
      actions={
        <>
          {usable && crop && (
            <Zoom zoom={crop.zoom} most={findMostZoom(usable)} onChange={change} crop={crop} />
          )}
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          {/* The button keeps the focus while the picture is sent. */}
          <Button variant="primary" disabled={!usable} aria-disabled={isBusy} onClick={use}>
            Use picture
          </Button>
        </>
      }
    >
      <p className="crop-about">
        <bdi>{name}</bdi> {photo && <span>{`· ${photo.width} × ${photo.height}`}</span>}
      </p>
      <div className="crop-dialog">
        {usable && crop && (
          <CropArea photo={usable} crop={crop} background={background} onChange={change} onUse={use} />
        )}
        {usable?.isTransparent === true && <BackgroundChoice value={background} onChange={setBackground} />}
        {children}
        <p className="crop-message" role="status">
          {progress ?? ((photo ?? problem) ? '' : 'Opening the picture...')}
        </p>
        <p className="crop-message" role="alert">
          {isSmall ? `${name} is too small: it needs at least 569 × 320 pixels.` : problem}
        </p>
      </div>
      <IconButton className="icon-button crop-close" aria-label="Close" onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </Dialog>
  );
}

interface ZoomProps {
  crop: Crop;
  zoom: number;
  most: number;
  onChange: (crop: Crop) => void;
}

function Zoom({ crop, zoom, most, onChange }: ZoomProps) {
  const id = useId();
  const percent = Math.round(zoom * 100);
  const largest = Math.max(101, Math.floor(most * 100));
  const style = { '--at': (percent - 100) / (largest - 100) } as CSSProperties;
  return (
    <div className="crop-zoom" style={style}>
      <label htmlFor={id}>Zoom</label>
      <input
        id={id}
        className="slider"
        type="range"
        min={100}
        max={largest}
        disabled={most <= 1}
        value={percent}
        aria-valuetext={`${percent} %`}
        onChange={({ currentTarget }) => onChange({ ...crop, zoom: currentTarget.valueAsNumber / 100 })}
      />
      <output htmlFor={id}>{`${percent} %`}</output>
    </div>
  );
}
