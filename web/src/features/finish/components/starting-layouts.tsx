import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Editor } from '../hooks/use-editor.ts';
import type { Rendering } from '../hooks/use-rendering.ts';
import { applyLayout, STARTING_LAYOUTS } from '../model/design/starting-layouts.ts';
import { drawDesign } from '../../../lib/render/draw-design.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import { listTexts, loadFonts } from '../../../lib/render/fonts.ts';
import { PlusIcon } from './icons.tsx';

interface StartingLayoutsProps {
  editor: Editor;
  rendering: Rendering | undefined;
  onAddText: () => void;
}

/** Buttons that place the texts of the design, each with a drawing of what it makes. They have labels until there is a text. */
export function StartingLayouts({ editor, rendering, onAddText }: StartingLayoutsProps) {
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
            onClick={() => editor.change(applyLayout(editor.design, layout), `${layout.label}.`)}
          >
            <LayoutPicture layout={layout} rendering={rendering} />
            {!hasText && <span>{layout.shortLabel}</span>}
          </button>
        ))}
      </div>
    </>
  );
}

/** For sharp screens, in pixels. */
const SIZE = { width: 192, height: 108 };

interface LayoutPictureProps {
  layout: (typeof STARTING_LAYOUTS)[number];
  rendering: Rendering | undefined;
}

/** The last rendered design with its texts in the places of a layout. */
function LayoutPicture({ layout, rendering }: LayoutPictureProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = ref.current?.getContext('2d');
    if (!context || !rendering) return;
    let isCurrent = true;
    const design = applyLayout(rendering.finished.design, layout);
    const finished: FinishedImage = { ...rendering.finished, design };
    // A task of its own, so that the input is handled between two of them.
    loadFonts(listTexts(design))
      .then(() => setTimeout(() => isCurrent && drawDesign(context, finished)))
      // The page itself says which font is missing.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [layout, rendering]);
  return <canvas ref={ref} {...SIZE} aria-hidden="true" />;
}
