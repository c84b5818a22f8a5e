import { useMemo } from 'react';
import type { Layout } from '#contract/design/brand.ts';
import type { Design } from '#contract/design/design.ts';
import { isEmptyPlace } from '#contract/design/person-place.ts';
import { EMPTY_DESIGN, listShownCutouts } from '../../../lib/render/finished-image.ts';
import { listTexts, loadFonts } from '../../../lib/render/fonts.ts';
import { useLoaded } from '../../../lib/use-loaded.ts';
import { MoreIcon } from '../../../ui/action-icons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { useCutouts } from '../editor/use-cutouts.ts';
import type { Cutouts } from '../editor/use-cutouts.ts';
import { useLayoutApplication } from './use-layout-application.ts';
import { DesignPicture } from '../editor/design-picture.tsx';

/** Buttons that apply a layout of the brand to the design. Each button shows a drawing of the result. */
export default function SavedLayouts({ layouts }: { layouts: readonly Layout[] }) {
  const { userId, openLayouts } = useFinishPage();
  const { editor, swap } = useEditedDesign();
  const cutouts = useLayoutCutouts(userId, layouts);
  const applyTo = useLayoutApplication(layouts, cutouts);
  const apply = (layout: Layout) => {
    const design = applyTo(editor.design, layout);
    const place = design.layers.find(isEmptyPlace);
    editor.change(design, `${layout.name} applied.`, place?.id);
    if (place) swap(place.id);
  };
  return (
    <div className="layout-group saved-layouts" role="group" aria-label="Your layouts">
      {layouts.map((layout) => {
        const label = hasMissing(layout, cutouts) ? `${layout.name} (a cut-out is missing)` : layout.name;
        return (
          <button
            key={layout.id}
            type="button"
            className="bare-button layout"
            aria-label={label}
            title={label}
            onClick={() => apply(layout)}
          >
            <SavedLayoutPicture layout={layout} layouts={layouts} cutouts={cutouts} />
            <bdi className="layout-name">{layout.name}</bdi>
          </button>
        );
      })}
      <IconButton
        aria-label="Rename or delete layouts"
        title="Rename or delete"
        onClick={() => openLayouts('manage')}
      >
        <MoreIcon />
      </IconButton>
    </div>
  );
}

/** Returns the cut-outs of the layouts. Reuses the cut-outs that the page has already loaded for its design. */
export function useLayoutCutouts(userId: string, layouts: readonly Layout[]): Cutouts {
  const design = useMemo(
    () => ({ ...EMPTY_DESIGN, layers: layouts.flatMap(({ layers }) => layers) }),
    [layouts],
  );
  return useCutouts(userId, design);
}

export const hasMissing = ({ layers }: Layout, { missing }: Cutouts): boolean =>
  layers.some((layer) => layer.kind === 'cutout' && layer.slot !== true && missing.has(layer.cutoutId));

/** Shows in each empty place the cut-out that the place was made from. */
const showExamples = (design: Design): Design => ({
  ...design,
  layers: design.layers.map((layer) => (isEmptyPlace(layer) ? { ...layer, empty: undefined } : layer)),
});

interface SavedLayoutPictureProps {
  layout: Layout;
  layouts: readonly Layout[];
  cutouts: Cutouts;
}

/** Draws the last rendered design with a layout applied. The drawing is empty until the cut-outs of the layout have loaded. */
export function SavedLayoutPicture({ layout, layouts, cutouts }: SavedLayoutPictureProps) {
  const { rendering, fillTexts } = useEditedDesign();
  const apply = useLayoutApplication(layouts, cutouts);
  const { bitmaps, missing } = cutouts;
  const { data: finished } = useLoaded(() => {
    if (!rendering) return undefined;
    const { image, design, cutouts: loaded } = rendering.finished;
    const all = new Map([...loaded, ...bitmaps]);
    const isLoaded = listShownCutouts(layout).every((id) => all.has(id) || missing.has(id));
    if (!isLoaded) return undefined;
    const fill = () => showExamples(apply(design, layout, true));
    // Only in its own font, a text can be fitted.
    return loadFonts(listTexts(fill())).then(() => ({ image, design: fill(), cutouts: all }));
  }, [rendering, layout, layouts, bitmaps, missing, fillTexts]);
  return <DesignPicture finished={finished} />;
}
