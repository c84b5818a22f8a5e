import { useMemo } from 'react';
import type { Layout } from '../../../../../../contract/brand.ts';
import { EMPTY_DESIGN } from '../../../../lib/render/finished-image.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useCutouts } from '../../hooks/use-cutouts.ts';
import type { Cutouts } from '../../hooks/use-cutouts.ts';
import type { Editor } from '../../hooks/use-editor.ts';
import type { Rendering } from '../../hooks/use-rendering.ts';
import { applySavedLayout } from '../../model/brand/apply-saved-layout.ts';
import { DesignPicture } from '../design-picture.tsx';
import { MoreIcon } from '../icons.tsx';

interface SavedLayoutsProps {
  userId: string;
  layouts: readonly Layout[];
  editor: Editor;
  rendering: Rendering | undefined;
  /** Of the concept that the thumbnail was made from. */
  headline: string | undefined;
  onManage: () => void;
}

/** Buttons that put a layout of the brand on the design, each with a drawing of what it makes. */
export default function SavedLayouts(props: SavedLayoutsProps) {
  const { userId, layouts, editor, rendering, headline, onManage } = props;
  const cutouts = useLayoutCutouts(userId, layouts);
  return (
    <div className="starting-layouts saved-layouts" role="group" aria-label="Your layouts">
      {layouts.map((layout) => {
        const label = hasMissing(layout, cutouts) ? `${layout.name} (a cut-out is missing)` : layout.name;
        return (
          <button
            key={layout.id}
            type="button"
            aria-label={label}
            title={label}
            onClick={() =>
              editor.change(
                applySavedLayout(editor.design, layout, layouts, headline),
                `${layout.name} applied.`,
              )
            }
          >
            <SavedLayoutPicture
              layout={layout}
              layouts={layouts}
              rendering={rendering}
              headline={headline}
              cutouts={cutouts}
            />
          </button>
        );
      })}
      <IconButton aria-label="Rename or delete layouts" title="Rename or delete" onClick={onManage}>
        <MoreIcon />
      </IconButton>
    </div>
  );
}

/** The cut-outs of the layouts. Nothing is loaded for those that the page has loaded for its design. */
export function useLayoutCutouts(userId: string, layouts: readonly Layout[]): Cutouts {
  const design = useMemo(
    () => ({ ...EMPTY_DESIGN, layers: layouts.flatMap(({ layers }) => layers) }),
    [layouts],
  );
  return useCutouts(userId, design);
}

export const hasMissing = ({ layers }: Layout, { missing }: Cutouts): boolean =>
  layers.some((layer) => layer.kind === 'cutout' && missing.has(layer.cutoutId));

interface SavedLayoutPictureProps extends Pick<SavedLayoutsProps, 'layouts' | 'rendering'> {
  layout: Layout;
  headline?: string | undefined;
  cutouts: Cutouts;
}

/** The last rendered design with a layout on it. */
export function SavedLayoutPicture(props: SavedLayoutPictureProps) {
  const { layout, layouts, rendering, headline } = props;
  const { bitmaps } = props.cutouts;
  const finished = useMemo(() => {
    if (!rendering) return undefined;
    const { image, design, cutouts: loaded } = rendering.finished;
    return {
      image,
      design: applySavedLayout(design, layout, layouts, headline),
      cutouts: new Map([...loaded, ...bitmaps]),
    };
  }, [rendering, layout, layouts, headline, bitmaps]);
  return <DesignPicture finished={finished} />;
}
