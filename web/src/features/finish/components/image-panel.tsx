import { CropControl } from './crop-control.tsx';
import type { Editor } from '../hooks/use-editor.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';

interface ImagePanelProps {
  finished: FinishedImage;
  editor: Editor;
}

/** The image behind the layers: which part of it is shown. */
export const ImagePanel = ({ finished: { image, design }, editor }: ImagePanelProps) => (
  <section className="image-panel" aria-labelledby="image-title" data-edits-design>
    <div className="rail-head">
      <h2 id="image-title">The image</h2>
    </div>
    <CropControl image={image} crop={design.crop} onChange={editor.setCrop} />
  </section>
);
