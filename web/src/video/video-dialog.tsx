import { useEffect, useEffectEvent, useState } from 'react';
import { readKey, hasCommand } from '../lib/read-key.ts';
import { CloseIcon } from '../ui/action-icons.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { createIcon } from '../ui/icons.tsx';
import { Filmstrip } from './filmstrip.tsx';
import { formatTime, formatTimeCode, nameFrame } from './format-time.ts';
import { FramePicture } from './frame-picture.tsx';
import { Scrubber } from './scrubber.tsx';
import { UseFrameMenu } from './use-frame-menu.tsx';
import type { FrameUse, FrameUses } from './use-frame-menu.tsx';
import { useVideo } from './use-video.ts';
import type { OpenedVideo, Video } from './use-video.ts';
import { VideoChooser } from './video-chooser.tsx';
import './video-dialog.css';

const ScreenIcon = createIcon('M4 5h16v11H4zM9 20h6M12 16v4');
const BackIcon = createIcon('M14.5 6l-6 6 6 6');
const ForwardIcon = createIcon('M9.5 6l6 6-6 6');

interface VideoDialogProps {
  file: File;
  uses: FrameUses;
  onClose: () => void;
}

/** Takes a frame of a video file, which stays on the device. */
export default function VideoDialog({ file, uses, onClose }: VideoDialogProps) {
  const [{ current, count }, setCurrent] = useState({ current: file, count: 0 });
  return (
    <Dialog title="From a video" onCancel={onClose}>
      <VideoContents
        key={count}
        file={current}
        uses={uses}
        onAnother={(another) => setCurrent({ current: another, count: count + 1 })}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface VideoContentsProps extends VideoDialogProps {
  onAnother: (file: File) => void;
}

function VideoContents({ file, uses, onAnother, onClose }: VideoContentsProps) {
  const video = useVideo(file);
  return (
    <div className="video-dialog">
      <div className="video-head">
        <p title={file.name}>
          <bdi>{file.name}</bdi> <span>{describeVideo(video)}</span>
        </p>
        <VideoChooser className="video-another" onChoose={onAnother}>
          Another file
        </VideoChooser>
        <p className="video-privacy">
          <ScreenIcon /> <span>Stays on this device, never uploaded</span>
        </p>
        <IconButton aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {video.status === 'opening' && (
        <p className="video-message" role="status">
          Opening the video...
        </p>
      )}
      {video.status === 'failed' && (
        <p className="video-message" role="alert">
          <bdi>{file.name}</bdi> <span>{video.problem}</span>
        </p>
      )}
      {video.status === 'ready' && <FrameChooser name={file.name} video={video} uses={uses} />}
    </div>
  );
}

const describeVideo = (video: Video): string =>
  video.status === 'ready' ? `· ${formatTime(video.duration)} · ${video.width} × ${video.height}` : '';

interface FrameChooserProps {
  name: string;
  video: OpenedVideo;
  uses: FrameUses;
}

/** The frame, the slider, the steps, the filmstrip, and the button that takes the frame. */
function FrameChooser({ name, video, uses }: FrameChooserProps) {
  const { shown, time, duration, strip, seek, step } = video;
  const [isPreparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const use = async (onUse: FrameUse['onUse']) => {
    setPreparing(true);
    setProblem(undefined);
    try {
      const frame = await video.capture();
      if (frame) onUse(new File([frame], nameFrame(name, shown?.time ?? time), { type: frame.type }));
    } catch {
      setProblem('The frame could not be prepared. Choose another frame, or close other tabs and try again.');
    }
    setPreparing(false);
  };
  useStepKeys(step);
  return (
    <>
      <div className="video-stage">{shown && <FramePicture pixels={shown.pixels} />}</div>
      <Scrubber duration={duration} time={time} marks={strip.map((frame) => frame.time)} onSeek={seek} />
      <div className="video-controls">
        <p className="video-time">
          <span>{formatTimeCode(time)}</span> <small>{`/ ${formatTime(duration)}`}</small>
        </p>
        <Steps time={time} seek={seek} step={step} />
        <p className="video-number" role="status">
          {!video.isNear && shown?.number !== undefined && `frame ${shown.number.toLocaleString('en-GB')}`}
        </p>
      </div>
      <Filmstrip frames={strip} isSearching={video.isSearching} time={shown?.time} onChoose={seek} />
      <p className="video-message" role="alert">
        {video.isDamaged
          ? 'This part of the video cannot be read. The preview shows the last frame that can be read.'
          : problem}
      </p>
      <div className="video-foot">
        <p role="status">{isPreparing && 'Preparing the frame...'}</p>
        <UseFrameMenu
          uses={uses}
          disabled={!shown || video.isNear || video.isDamaged || isPreparing}
          onChoose={(chosen) => void use(chosen)}
        />
      </div>
    </>
  );
}

type StepsProps = Pick<OpenedVideo, 'time' | 'seek' | 'step'>;

const Steps = ({ time, seek, step }: StepsProps) => (
  <div className="video-steps">
    <button type="button" className="button button-outline" onClick={() => seek(time - 1)}>
      − 1 s
    </button>
    <button
      type="button"
      className="button button-outline"
      aria-label="Previous frame"
      aria-keyshortcuts=","
      onClick={() => step(-1)}
    >
      <BackIcon /> <kbd>,</kbd>
    </button>
    <button
      type="button"
      className="button button-outline"
      aria-label="Next frame"
      aria-keyshortcuts="."
      onClick={() => step(1)}
    >
      <kbd>.</kbd> <ForwardIcon />
    </button>
    <button type="button" className="button button-outline" onClick={() => seek(time + 1)}>
      + 1 s
    </button>
  </div>
);

const STEPS: Partial<Record<string, 1 | -1>> = { ',': -1, '.': 1 };

/** True if the focus is in a dialog above the video, e.g. in the question about its frame. */
const isInOtherDialog = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('dialog')?.querySelector('.video-dialog') === null;

/** Steps by one frame with the keys that YouTube uses. */
function useStepKeys(step: (direction: 1 | -1) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const direction = STEPS[readKey(event)];
    if (direction !== undefined && !hasCommand(event) && !isInOtherDialog(event)) step(direction);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
