import { useMemo } from 'react';
import type { Design } from '../../../../../contract/design.ts';
import { Button } from '../../../ui/button.tsx';
import type { Editor } from '../hooks/use-editor.ts';
import type { Rendering } from '../hooks/use-rendering.ts';
import { applyLayout, STARTING_LAYOUTS } from '../model/design/starting-layouts.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import { DesignPicture } from './design-picture.tsx';
import { PlusIcon } from './icons.tsx';

interface StartingLayoutsProps {
  editor: Editor;
  rendering: Rendering | undefined;
  /** Of the concept that the thumbnail was made from. */
  headline: string | undefined;
  onAddText: () => void;
}

/** Buttons that place the texts of the design, each with a drawing of what it makes. They have labels until there is a text. */
export function StartingLayouts({ editor, rendering, headline, onAddText }: StartingLayoutsProps) {
  const hasText = editor.design.layers.some(({ kind }) => kind === 'text');
  return (
    <>
      {!hasText && (
        <Button variant="primary" onClick={onAddText}>
          <PlusIcon /> Add your headline
        </Button>
      )}
      <div className="starting-layouts" role="group" aria-label="Starting layouts" data-labelled={!hasText}>
        {STARTING_LAYOUTS.map((layout) => (
          <button
            key={layout.id}
            type="button"
            aria-label={layout.label}
            title={layout.label}
            onClick={() => editor.change(applyLayout(editor.design, layout, headline), `${layout.label}.`)}
          >
            <LayoutPicture layout={layout} rendering={rendering} headline={headline} />
            {!hasText && <span>{layout.shortLabel}</span>}
          </button>
        ))}
      </div>
    </>
  );
}

interface LayoutPictureProps extends Pick<StartingLayoutsProps, 'rendering' | 'headline'> {
  layout: (typeof STARTING_LAYOUTS)[number];
}

const withDesign = (finished: FinishedImage, design: Design): FinishedImage => ({ ...finished, design });

/** The last rendered design with its texts in the places of a layout. */
function LayoutPicture({ layout, rendering, headline }: LayoutPictureProps) {
  const finished = useMemo(
    () =>
      rendering && withDesign(rendering.finished, applyLayout(rendering.finished.design, layout, headline)),
    [rendering, layout, headline],
  );
  return <DesignPicture finished={finished} />;
}
