import { expect, it } from 'vitest';
import type { Design, TextLayer } from '#contract/design/design.ts';
import { applyChanges } from '../../../../web/src/features/finish/editor/apply-changes.ts';
import type { DesignChange } from '../../../../web/src/features/finish/editor/apply-changes.ts';
import type { LayerChanges } from '../../../../web/src/features/finish/editor/edit-design.ts';
import { CUTOUT_LAYER, TEXT_LAYER } from '../../../support/designs.ts';

const SMALL: TextLayer = { ...TEXT_LAYER, id: '11111111-1111-4111-8111-111111111111', size: 60 };
const DESIGN = { layers: [SMALL, TEXT_LAYER, CUTOUT_LAYER], crop: 0.5 };
const EMPTY = { layers: [], crop: 0.5 };

const fitTo64 = (_layer: TextLayer, changes: LayerChanges) => ({ ...changes, size: 64 });
const apply = (design: Design, id: string | undefined, changes: DesignChange[]) =>
  applyChanges(design, id, changes, fitTo64);

it.each<[DesignChange, Partial<TextLayer>]>([
  [
    { kind: 'resize', factor: 0.5 },
    { size: 70, width: 450 },
  ],
  [
    { kind: 'resize', factor: 4 },
    { size: 400, width: 2_560 },
  ],
  [{ kind: 'move', direction: 'left' }, { x: 512 }],
  [{ kind: 'move', direction: 'down' }, { y: 272 }],
  [{ kind: 'color', color: '#ffd23f' }, { color: '#ffd23f' }],
  [
    { kind: 'words', text: 'DAY ONE' },
    { text: 'DAY ONE', size: 64 },
  ],
])('a suggested change, %o, is for the largest text', (change, changed) => {
  for (const selectedId of [undefined, CUTOUT_LAYER.id]) {
    expect(apply(DESIGN, selectedId, [change]).layers).toEqual([
      SMALL,
      { ...TEXT_LAYER, ...changed },
      CUTOUT_LAYER,
    ]);
  }
});

it('suggested changes are for the selected text, in their order', () => {
  const changes: DesignChange[] = [
    { kind: 'resize', factor: 4 },
    { kind: 'color', color: '#e53935' },
  ];

  expect(apply(DESIGN, SMALL.id, changes).layers[0]).toMatchObject({ size: 240, color: '#e53935' });
  expect(apply(DESIGN, SMALL.id, [{ kind: 'remove' }]).layers).toEqual([TEXT_LAYER, CUTOUT_LAYER]);
});

it('suggested words become a new text if the design has no text, and other changes do nothing', () => {
  for (const kind of ['words', 'add'] as const) {
    expect(apply(EMPTY, undefined, [{ kind, text: 'WOW' }]).layers).toMatchObject([{ text: 'WOW' }]);
  }
  expect(apply(EMPTY, undefined, [{ kind: 'remove' }, { kind: 'resize', factor: 2 }])).toBe(EMPTY);
});

it('a suggested removal ends the changes of its text, and leaves the others', () => {
  const changes: DesignChange[] = [{ kind: 'remove' }, { kind: 'color', color: '#e53935' }];

  expect(apply(DESIGN, undefined, changes).layers).toEqual([SMALL, CUTOUT_LAYER]);
});
