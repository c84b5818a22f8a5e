import { createLayerId } from '../../model/design/new-layers.ts';
import { applyLayout, STARTING_LAYOUTS } from '../../model/design/starting-layouts.ts';
import type { Editor } from '../../hooks/use-editor.ts';

/** Buttons that place the texts of the design. */
export function StartingLayouts({ editor }: { editor: Editor }) {
  return (
    <div className="starting-layouts" role="group" aria-label="Starting layouts">
      {STARTING_LAYOUTS.map((layout) => (
        <button
          key={layout.id}
          type="button"
          className={`layout-${layout.id}`}
          aria-label={layout.label}
          title={layout.label}
          onClick={() => editor.change(applyLayout(editor.design, layout, createLayerId), `${layout.label}.`)}
        />
      ))}
    </div>
  );
}
