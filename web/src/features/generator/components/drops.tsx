import { lazy, useLayoutEffect, useRef, useState } from 'react';
import type { ReferenceUse } from '#contract/reference-use.ts';
import { isVideo } from '../../../lib/is-video.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { DropTarget } from './drop-target.tsx';

const OwnPicture = lazy(() => import('./own-picture/own-picture.tsx'));
const OwnVideo = lazy(() => import('./own-picture/own-video.tsx'));

export interface DropsProps {
  /** The id of the thumbnail in the viewer. */
  shownId: string | undefined;
  /** The number of presses of the button *Use your own picture*. */
  presses: number;
  /** `use` is what the creator has said that the file is. */
  onFiles: (files: File[], use?: ReferenceUse) => void;
}

/** A picture, and the question about it. A chosen picture is the thumbnail itself; a dropped one can be anything. */
interface Opened {
  file: File;
  isAsked: boolean;
}

/** Takes the files that are chosen, dropped on the page or pasted. A dialog asks what a single picture is. */
export default function Drops({ presses, shownId, onFiles }: DropsProps) {
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<Opened>();
  /** The frame of the opened video that is cropped. Canceling the crop goes back to the video. */
  const [frame, setFrame] = useState<File>();
  const isCanceled = useRef(false);
  const close = () => {
    setFrame(undefined);
    if (!frame || !isCanceled.current) setOpened(undefined);
    isCanceled.current = false;
  };
  // The browser opens its dialog only in the event of the press, or a few seconds after it.
  useLayoutEffect(() => {
    if (presses > 0) input.current?.click();
  }, [presses]);
  return (
    <>
      <DropTarget
        onFiles={(files) => {
          const [file] = files;
          if (file && files.length === 1) setOpened({ file, isAsked: true });
          else onFiles(files);
        }}
      />
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*,video/*,.mov,.mkv"
        aria-label="Your own picture"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) setOpened({ file, isAsked: false });
          currentTarget.value = ''; // Allows choosing the same file again.
        }}
      />
      <LazyPart>
        {opened && isVideo(opened.file) && (
          <OwnVideo
            file={opened.file}
            shownId={shownId}
            onThumbnail={setFrame}
            onReference={(taken) => {
              setOpened(undefined);
              onFiles([taken]);
            }}
            onClose={() => setOpened(undefined)}
          />
        )}
        {opened && (frame !== undefined || !isVideo(opened.file)) && (
          <OwnPicture
            file={frame ?? opened.file}
            isAsked={opened.isAsked && !frame}
            shownId={shownId}
            onReference={(file, use) => {
              setOpened(undefined);
              onFiles([file], use);
            }}
            onCancel={() => (isCanceled.current = true)}
            onClose={close}
          />
        )}
      </LazyPart>
    </>
  );
}
