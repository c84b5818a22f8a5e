import { memo } from 'react';
import { useEditedDesign } from '../editor/design-context.ts';
import type { VideoDetails } from './video-details.ts';
import { OtherVideo, Surface, Video } from './video.tsx';

/** Shows the thumbnail in the smallest view, among other videos, below the image. The strip stays in view while the creator edits. */
export default function PreviewStrip(props: StripProps) {
  const { rendering } = useEditedDesign();
  return <Strip canvas={rendering?.canvas} {...props} />;
}

interface StripProps {
  details: VideoDetails;
  /** False if the duration is not shown. */
  hasBadge: boolean;
}

/** Rendered when the drawing changes, which follows a pause: not for each letter. */
const Strip = memo(
  ({ canvas, details, hasBadge }: StripProps & { canvas: HTMLCanvasElement | undefined }) => (
    <div className="youtube-strip" data-theme={details.theme} role="group" aria-label="Preview">
      <Surface name="Beside a video" className="in-sidebar">
        <OtherVideo number={2} />
        <Video {...{ canvas, details, hasBadge }} place="in the smallest view" />
        <OtherVideo number={5} />
      </Surface>
    </div>
  ),
);
