import { expect, it } from 'vitest';
import { applySavedLayout } from '../../../../web/src/features/finish/brand/apply-saved-layout.ts';
import { BRAND, DESIGN, SHAPE_LAYER, TEXT_LAYER } from '../../../support/designs.ts';

it('a saved layout keeps the translations of the words that it gets, without their places', () => {
  const { layouts } = BRAND;
  const translations = { de: { text: 'BURG', x: 100, size: 40, review: 'suggested' } } as const;
  const own = { ...TEXT_LAYER, id: SHAPE_LAYER.id, text: 'CASTLE', translations };
  const design = { ...DESIGN, layers: [own] };

  expect(layouts.map((layout) => applySavedLayout(design, layout, layouts).layers)).toEqual([
    [
      { ...TEXT_LAYER, text: 'CASTLE', translations: { de: { text: 'BURG', review: 'suggested' } } },
      SHAPE_LAYER,
    ],
  ]);
});
