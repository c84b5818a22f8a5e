import { lazy, useState } from 'react';
import { LazyPart } from '../ui/lazy-part.tsx';
import { VideoChooser } from './video-chooser.tsx';

const VideoDialog = lazy(() => import('./video-dialog.tsx'));

interface FromVideoProps {
  disabled: boolean;
  /** Receives the frame as a JPEG. */
  onUse: (frame: File) => void;
}

/** Lets the creator choose a video and one of its frames for a place that is known. The code of the dialog loads with the file. */
export function FromVideo({ disabled, onUse }: FromVideoProps) {
  const [video, setVideo] = useState<File>();
  const close = () => setVideo(undefined);
  return (
    <>
      <VideoChooser className="button button-outline" disabled={disabled} onChoose={setVideo}>
        From a video
      </VideoChooser>
      <LazyPart>
        {video && (
          <VideoDialog
            file={video}
            onClose={close}
            uses={(frame) => {
              close();
              onUse(frame);
            }}
          />
        )}
      </LazyPart>
    </>
  );
}
