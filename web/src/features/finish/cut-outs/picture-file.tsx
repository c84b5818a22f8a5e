import { useId } from 'react';
import { AddPictureIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { VideoChooser } from '../../../video/video-chooser.tsx';
import { VideoIcon } from '../editor/icons.tsx';
import { CreationFailure } from './creation-failure.tsx';
import { FileInput } from './file-input.tsx';
import type { CutoutCreation } from './use-cutout-creation.ts';

interface PictureFileProps {
  creation: CutoutCreation;
  onChoose: (file: File) => void;
  /** The creator wants a frame of a video. */
  onVideo: (video: File) => void;
}

/** Makes a picture of a file. */
export function PictureFile({ creation, onChoose, onVideo }: PictureFileProps) {
  const id = useId();
  const isBusy = creation.status === 'busy';
  return (
    <>
      <div className="cutout-file" data-busy={isBusy}>
        {isBusy ? <Spinner /> : <AddPictureIcon />}
        <label htmlFor={id}>{isBusy ? creation.message : 'Logo or picture'}</label>
        <small id={`${id}-hint`}>
          It keeps its background, and costs nothing. Choose only an image that is yours, or that you may use.
          It stays in your account until you delete it.
        </small>
        <FileInput id={id} hintId={`${id}-hint`} isDisabled={isBusy} onChoose={onChoose} />
      </div>
      <VideoChooser className="button button-outline cutout-way" disabled={isBusy} onChoose={onVideo}>
        <VideoIcon /> <span>From a video</span>
      </VideoChooser>
      <CreationFailure creation={creation} failure="The picture was not added" />
    </>
  );
}
