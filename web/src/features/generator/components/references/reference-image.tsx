import { useSyncExternalStore } from 'react';
import { CloseIcon, RetryIcon } from '../../../../ui/action-icons.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { AssignedImage, LocalImage } from '../../../../generations/generation.ts';
import { PurposeMenu, PURPOSES } from './purpose-menu.tsx';
import type { PurposeMenuProps } from './purpose-menu.tsx';
import type { ReferenceUpload, UploadState } from '../../../../api/reference-upload.ts';

/** `offered` is only `none` where the stage offers no reference images. */
interface ReferenceImageProps extends Pick<PurposeMenuProps, 'name' | 'offered' | 'hasCutouts' | 'onChoose'> {
  image: LocalImage;
  /** Set when this image has a purpose. */
  assigned: AssignedImage | undefined;
  /** The video of the prompt's link is used instead. */
  isSetAside: boolean;
  isSignedIn: boolean;
  onRemove: () => void;
}

/** One chosen image. The row keeps its height in every state. */
export function ReferenceImage(props: ReferenceImageProps) {
  const { image, assigned, isSetAside, isSignedIn, onRemove, ...menu } = props;
  const { name, offered, onChoose } = menu;
  const state = useUploadState(assigned?.upload);
  const isUploading = state?.status === 'preparing' || state?.status === 'uploading';
  const purpose = assigned?.use ?? 'none';

  const status = () => {
    if (!isSignedIn) return 'Sign in to give it a purpose';
    if (state && state.status !== 'ready') return describe(state);
    return assigned && isSetAside ? 'Set aside, the video is used' : PURPOSES[purpose].effect;
  };

  return (
    <li className={assigned && !isSetAside ? undefined : 'is-unused'}>
      <img src={image.src} alt={`Reference ${name.replace(/\D/g, '')}`} />
      <div className="purpose" data-status={state?.status}>
        {offered.length > 1 ? (
          <PurposeMenu {...menu} purpose={purpose} status={status()} disabled={!isSignedIn} />
        ) : (
          <p>{image.file.name}</p>
        )}
        {isUploading && (
          <progress
            aria-label={`Upload of ${name}`}
            {...(state.status === 'uploading' && { value: state.share })}
          />
        )}
      </div>
      {state?.status === 'failed' && (
        <IconButton
          aria-label={`Retry the upload of ${name}`}
          onClick={() => void assigned?.upload.getId().catch(ignoreShownError)}
        >
          <RetryIcon />
        </IconButton>
      )}
      <IconButton
        aria-label={isUploading ? `Cancel the upload of ${name}` : `Remove ${name}`}
        onClick={isUploading ? () => onChoose('none') : onRemove}
      >
        <CloseIcon />
      </IconButton>
    </li>
  );
}

function describe(state: UploadState): string {
  switch (state.status) {
    case 'preparing':
      return 'Preparing...';
    case 'uploading':
      return `Uploading, ${Math.round(state.share * 100)}%`;
    case 'ready':
      return '';
    case 'failed':
      return state.reason;
  }
}

/** The row shows the state of the upload, errors included. */
const ignoreShownError = () => undefined;

const NO_UPLOAD = { subscribe: () => () => undefined, getState: () => undefined };

const useUploadState = (upload: ReferenceUpload | undefined): UploadState | undefined =>
  useSyncExternalStore<UploadState | undefined>(
    (upload ?? NO_UPLOAD).subscribe,
    (upload ?? NO_UPLOAD).getState,
  );
