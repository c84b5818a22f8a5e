import type { Layout } from '#contract/design/brand.ts';
import type { CutoutLayer, Design } from '#contract/design/design.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { findFigure } from '../editor/find-figure.ts';
import { isSamePerson } from '../editor/group-cutouts.ts';
import { findPerson } from '../editor/list-choices.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { swapCutout } from '../editor/swap-cutout.ts';
import type { Cutouts } from '../editor/use-cutouts.ts';
import { applySavedLayout } from './apply-saved-layout.ts';

/**
 * Returns a function that applies a layout of the brand to a design.
 * @param cutouts the cut-outs of the layouts
 */
export function useLayoutApplication(layouts: readonly Layout[], { list, bitmaps }: Cutouts) {
  const { headline } = useFinishPage();
  const { cutouts, fillTexts } = useEditedDesign();
  /** @param isPicture true if the layout is only drawn */
  return (design: Design, layout: Layout, isPicture = false): Design => {
    const all = list.status === 'success' ? list.data : [];
    const loaded = new Map([...cutouts.bitmaps, ...bitmaps]);
    const personOf = (cutoutId: string) => findPerson(all, { cutoutId });
    const fill = ({ empty: _empty, ...place }: CutoutLayer, cutoutId: string): CutoutLayer => {
      const [from, to] = [
        findFigure(place, place.cutoutId, loaded, all),
        findFigure(place, cutoutId, loaded, all),
      ];
      const { empty: _filled, ...swap } = swapCutout(place, from, cutoutId, to);
      return { ...place, ...swap };
    };
    return applySavedLayout(design, layout, layouts, {
      headline,
      fillTexts: (layers, words) => fillTexts(layers, words, isPicture),
      filler: {
        isSamePerson: (one, other) =>
          personOf(one) !== undefined && isSamePerson(personOf(one), personOf(other)),
        fill,
      },
    });
  };
}
