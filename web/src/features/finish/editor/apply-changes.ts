import type { Design, Layer, TextLayer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { findHeadlineLayer } from '#contract/design/headline.ts';
import type { EditSuggestion } from '#contract/endpoints/suggestion-schemas.ts';
import { addLayer, removeLayer, updateLayer } from './edit-design.ts';
import type { LayerChanges } from './edit-design.ts';
import { createHeadline } from './new-layers.ts';

export type DesignChange = Extract<EditSuggestion, { kind: 'design' }>['changes'][number];

/** The step by which a text moves, in pixels of the frame: a tenth of the width or height. */
const STEPS = { left: [-128, 0], right: [128, 0], up: [0, -72], down: [0, 72] } as const;

type FitWords = (layer: TextLayer, changes: LayerChanges) => LayerChanges;

/**
 * Applies suggested changes to the selected text, or else to the largest one.
 * @param fitWords fits new words of a text to its box.
 * @returns the same design if there is no text to change, or no room for another one.
 */
export function applyChanges(
  design: Design,
  selectedId: string | undefined,
  changes: readonly DesignChange[],
  fitWords: FitWords,
): Design {
  const id = findTarget(design, selectedId)?.id;
  return changes.reduce((before, change) => applyChange(before, id, change, fitWords), design);
}

function findTarget({ layers }: Design, selectedId: string | undefined): TextLayer | undefined {
  const selected = layers.find(({ id }) => id === selectedId);
  return selected?.kind === 'text' ? selected : findHeadlineLayer(layers);
}

function applyChange(
  design: Design,
  id: string | undefined,
  change: DesignChange,
  fitWords: FitWords,
): Design {
  if (change.kind === 'add') return addText(design, change.text);
  const target = findTarget(design, id);
  if (!target || target.id !== id) return change.kind === 'words' ? addText(design, change.text) : design;
  switch (change.kind) {
    case 'resize': {
      const { factor } = change;
      return updateLayer(design, id, { size: target.size * factor, width: target.width * factor });
    }
    case 'move': {
      const [x, y] = STEPS[change.direction];
      return updateLayer(design, id, { x: target.x + x, y: target.y + y });
    }
    case 'color':
      return updateLayer(design, id, { color: change.color });
    case 'words':
      return updateLayer(design, id, fitWords(target, { text: change.text }));
    case 'remove':
      return removeLayer(design, id);
  }
}

const addText = (design: Design, text: string): Design =>
  addLayer(design, createTextBeside(design.layers, text));

const CENTER = { x: DESIGN_LIMITS.frameWidth / 2, y: DESIGN_LIMITS.frameHeight / 2 };

/** The places for a new text in order of preference, and the distance around a place in which no other layer has its center. */
const PLACES = [CENTER, { x: CENTER.x, y: 590 }, { x: CENTER.x, y: 130 }];
const ROOM = { x: 320, y: 120 };

/** A new text at the first place that is free, so that no two texts lie on each other. */
function createTextBeside(layers: readonly Layer[], text: string): TextLayer {
  const isFree = ({ x, y }: typeof CENTER) =>
    !layers.some((layer) => Math.abs(layer.x - x) < ROOM.x && Math.abs(layer.y - y) < ROOM.y);
  const shift = 32 * layers.length;
  const place = PLACES.find(isFree) ?? { x: CENTER.x + shift, y: CENTER.y + shift };
  return { ...createHeadline(text), ...place };
}
