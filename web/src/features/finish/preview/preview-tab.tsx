import type { ReactNode } from 'react';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import type { Video } from './video-details.ts';
import { YoutubePreview } from './youtube-preview.tsx';

interface PreviewTabProps {
  /** The place of the canvas. Absent while the canvas is in use. */
  stage: HTMLElement | null;
  video: Video;
  hasBadge: boolean;
  onBadge: (hasBadge: boolean) => void;
  /** The control that suggests titles and headlines. */
  suggestions: ReactNode;
}

/** The content of the tab Preview. */
export default function PreviewTab({ video, ...props }: PreviewTabProps) {
  const { userId } = useFinishPage();
  const { rendering } = useEditedDesign();
  return (
    <YoutubePreview
      userId={userId}
      canvas={rendering?.canvas}
      details={video.details}
      onChange={video.change}
      {...props}
    />
  );
}
