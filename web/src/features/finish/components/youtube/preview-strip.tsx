import type { ReactNode } from 'react';
import { OtherVideo, Video } from './video.tsx';
import { useFinishPage } from '../../hooks/finish-context.ts';
import './youtube-preview.css';

/** The thumbnail in the smallest view, among others, below the image: it stays in view while the creator edits. */
export function PreviewStrip() {
  const { rendering, video } = useFinishPage();
  const { details } = video;
  return (
    <div className="youtube-strip" data-theme={details.theme} role="group" aria-label="Preview">
      <Surface name="Beside a video" className="in-sidebar">
        <OtherVideo number={2} />
        <Video canvas={rendering?.canvas} details={details} place="in the smallest view" />
        <OtherVideo number={5} />
      </Surface>
    </div>
  );
}

interface SurfaceProps {
  name: string;
  className: string;
  children: ReactNode;
}

/** A place of YouTube with some of its videos. */
export const Surface = ({ name, className, children }: SurfaceProps) => (
  <div className="surface">
    <h3>{name}</h3>
    <div className={className}>{children}</div>
  </div>
);
