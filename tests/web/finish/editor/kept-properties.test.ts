import { expect, it } from 'vitest';
import { layout as layoutSchema } from '#contract/design/brand.ts';
import { design as designSchema, type Design, type Layer, type TextLayer } from '#contract/design/design.ts';
import { applySavedLayout } from '../../../../web/src/features/finish/brand/apply-saved-layout.ts';
import {
  copyLayer,
  removeLayer,
  updateLayer,
} from '../../../../web/src/features/finish/editor/edit-design.ts';
import { reduceEditor, startEditing } from '../../../../web/src/features/finish/editor/editor-state.ts';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import { TEXT, VALUES } from '../../../e2e/headlines/text-values.ts';

/** A text with a value of each property. The schema knows the only weight of the font. */
const LAYER: TextLayer = { ...TEXT, ...VALUES, weight: 400, id: crypto.randomUUID() };
const DESIGN: Design = { ...EMPTY_DESIGN, layers: [LAYER] };

const undo = (edit: (design: Design) => Design) =>
  [{ type: 'change', edit } as const, { type: 'undo' } as const].reduce(reduceEditor, startEditing(DESIGN))
    .design.layers;

/** A layout has no translations. */
function applyLayout(): Layer[] {
  const { translations: _translations, ...layer } = LAYER;
  const layout = layoutSchema.parse({ id: crypto.randomUUID(), name: 'Series', layers: [layer] });
  return applySavedLayout(EMPTY_DESIGN, layout, [layout]).layers;
}

it.each<[string, () => readonly Layer[], Partial<TextLayer>]>([
  ['a save', () => designSchema.parse(DESIGN).layers, {}],
  ['the undo of a change', () => undo((design) => updateLayer(design, LAYER.id, { text: 'New' })), {}],
  ['the undo of a deletion', () => undo((design) => removeLayer(design, LAYER.id)), {}],
  ["a brand's layout", applyLayout, { translations: undefined }],
  [
    'a copy',
    () => [copyLayer(LAYER, [])],
    { id: expect.any(String) as string, x: expect.any(Number) as number, y: expect.any(Number) as number },
  ],
])('%s keeps each property of a text', (_, keep, changed) => {
  expect(keep()).toEqual([{ ...LAYER, ...changed }]);
});
