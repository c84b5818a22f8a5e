import type { ReactNode } from 'react';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import type { Video } from './video-details.ts';
import { YoutubePreview } from './youtube-preview.tsx';

/** The content of the tab Preview. The children stand below the fields. */
export default function PreviewTab({ video, children }: { video: Video; children: ReactNode }) {
  const { userId } = useFinishPage();
  const { rendering } = useEditedDesign();
  return (
    <YoutubePreview
      userId={userId}
      canvas={rendering?.canvas}
      details={video.details}
      onChange={video.change}
    >
      {children}
    </YoutubePreview>
  );
}
