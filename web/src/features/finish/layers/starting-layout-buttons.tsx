import { useMemo } from 'react';
import { PlusIcon } from '../../../ui/action-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { applyLayout, STARTING_LAYOUTS } from './starting-layouts.ts';
import { DesignPicture } from '../editor/design-picture.tsx';

/** Buttons that place the texts of the design, each with a drawing of what it makes. They have labels until there is a text. */
export function StartingLayouts() {
  const { headline } = useFinishPage();
  const { editor, addText } = useEditedDesign();
  const hasText = editor.design.layers.some(({ kind }) => kind === 'text');
  return (
    <>
      {!hasText && (
        <Button variant="primary" onClick={addText}>
          <PlusIcon /> Add your headline
        </Button>
      )}
      <div className="starting-layouts" role="group" aria-label="Starting layouts" data-labelled={!hasText}>
        {STARTING_LAYOUTS.map((layout) => (
          <button
            key={layout.id}
            type="button"
            className="bare-button"
            aria-label={layout.label}
            title={layout.label}
            onClick={() => editor.change(applyLayout(editor.design, layout, headline), `${layout.label}.`)}
          >
            <LayoutPicture layout={layout} />
            {!hasText && <span>{layout.shortLabel}</span>}
          </button>
        ))}
      </div>
    </>
  );
}

/** The last rendered design with its texts in the places of a layout. */
function LayoutPicture({ layout }: { layout: (typeof STARTING_LAYOUTS)[number] }) {
  const { headline } = useFinishPage();
  const { rendering } = useEditedDesign();
  const finished = useMemo(() => {
    if (!rendering) return undefined;
    const { design, ...rest } = rendering.finished;
    return { ...rest, design: applyLayout(design, layout, headline) };
  }, [rendering, layout, headline]);
  return <DesignPicture finished={finished} />;
}
