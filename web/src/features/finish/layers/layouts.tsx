import { lazy } from 'react';
import { listTexts, loadFonts } from '../../../lib/render/fonts.ts';
import { useLoaded } from '../../../lib/use-loaded.ts';
import { PlusIcon } from '../../../ui/action-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { useBrandKit } from '../brand/brand-context.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { DesignPicture } from '../editor/design-picture.tsx';
import { useFinishPage } from '../editor/page-context.ts';
import { PlaceOffer } from './place-offer.tsx';
import { applyLayout, STARTING_LAYOUTS } from './starting-layouts.ts';

const SavedLayouts = lazy(() => import('../brand/saved-layouts.tsx'));

/** One row of layouts, of which each button shows a drawing of its result: the creator's own layouts first. */
export default function Layouts() {
  const { openLayouts } = useFinishPage();
  const { editor, addText } = useEditedDesign();
  const kit = useBrandKit();
  const { layers } = editor.design;
  const layouts = kit?.brand.layouts ?? [];
  const hasText = layers.some(({ kind }) => kind === 'text');
  return (
    <>
      {!hasText && (
        <Button variant="primary" onClick={addText}>
          <PlusIcon /> Add your headline
        </Button>
      )}
      <PlaceOffer />
      {layouts.length > 0 && (
        <LazyPart>
          <SavedLayouts layouts={layouts} />
        </LazyPart>
      )}
      {/* Without a layer there is nothing to save. The brand may be unreadable. */}
      {layers.length > 0 && kit && (
        <button
          type="button"
          className="bare-button layout save-layout"
          aria-label="Save this as layout"
          onClick={() => openLayouts('save')}
        >
          <span className="layout-frame">
            <PlusIcon />
          </span>
          <span className="layout-name">Save this</span>
        </button>
      )}
      <StartingLayouts />
    </>
  );
}

/** Buttons that place the texts of the design. */
function StartingLayouts() {
  const { headline } = useFinishPage();
  const { editor, fitTexts } = useEditedDesign();
  const apply = (layout: (typeof STARTING_LAYOUTS)[number]) =>
    editor.change(fitTexts(applyLayout(editor.design, layout, headline)), `${layout.label}.`);
  return (
    <div className="layout-group starting-layouts" role="group" aria-label="Starting layouts">
      {STARTING_LAYOUTS.map((layout) => (
        <button
          key={layout.id}
          type="button"
          className="bare-button layout"
          aria-label={layout.label}
          title={layout.label}
          onClick={() => apply(layout)}
        >
          <LayoutPicture layout={layout} />
          <span className="layout-name">{layout.shortLabel}</span>
        </button>
      ))}
    </div>
  );
}

/** The last rendered design with its texts in the places of a layout. */
function LayoutPicture({ layout }: { layout: (typeof STARTING_LAYOUTS)[number] }) {
  const { headline } = useFinishPage();
  const { rendering, fitTexts } = useEditedDesign();
  const { data: finished } = useLoaded(() => {
    if (!rendering) return undefined;
    const { design, ...rest } = rendering.finished;
    const applied = applyLayout(design, layout, headline);
    // Only in its own font, a text can be fitted.
    return loadFonts(listTexts(applied)).then(() => ({ ...rest, design: fitTexts(applied, true) }));
  }, [rendering, layout, headline, fitTexts]);
  return <DesignPicture finished={finished} />;
}
