import type { Design, TextLayer } from '#contract/design/design.ts';
import { createHeadline, createSubline, INK } from '../editor/new-layers.ts';

type Placement = Pick<TextLayer, 'x' | 'y' | 'width' | 'align' | 'size'> & Pick<Partial<TextLayer>, 'plate'>;

interface StartingLayout {
  id: string;
  label: string;
  /** Part of the label. */
  shortLabel: string;
  /** The placements of the first, second and third text. */
  placements: readonly [Placement, Placement, Placement];
}

const BAND = { color: INK, opacity: 0.85, padding: 28 };

/** All texts stay clear of the duration badge, which covers the lower right corner. */
export const STARTING_LAYOUTS: readonly StartingLayout[] = [
  {
    id: 'left',
    label: 'Text on the left',
    shortLabel: 'Left',
    placements: [
      { x: 340, y: 270, width: 560, align: 'left', size: 150 },
      { x: 340, y: 520, width: 560, align: 'left', size: 72 },
      { x: 340, y: 640, width: 560, align: 'left', size: 48 },
    ],
  },
  {
    id: 'right',
    label: 'Text on the right',
    shortLabel: 'Right',
    placements: [
      { x: 940, y: 230, width: 560, align: 'right', size: 150 },
      { x: 940, y: 460, width: 560, align: 'right', size: 72 },
      { x: 940, y: 560, width: 560, align: 'right', size: 48 },
    ],
  },
  {
    id: 'middle',
    label: 'Text in the middle',
    shortLabel: 'Middle',
    placements: [
      { x: 640, y: 310, width: 1_080, align: 'center', size: 180 },
      { x: 640, y: 480, width: 900, align: 'center', size: 72 },
      { x: 640, y: 590, width: 700, align: 'center', size: 48 },
    ],
  },
  {
    id: 'top',
    label: 'Text at the top',
    shortLabel: 'Top',
    placements: [
      { x: 640, y: 130, width: 1_160, align: 'center', size: 150 },
      { x: 640, y: 270, width: 900, align: 'center', size: 72 },
      { x: 640, y: 370, width: 700, align: 'center', size: 48 },
    ],
  },
  {
    id: 'band',
    label: 'Band at the bottom',
    shortLabel: 'Band',
    placements: [
      { x: 500, y: 620, width: 880, align: 'left', size: 110, plate: BAND },
      { x: 500, y: 480, width: 880, align: 'left', size: 64 },
      { x: 500, y: 380, width: 880, align: 'left', size: 48 },
    ],
  },
];

/**
 * Moves the texts of a design to the places of a layout. Their words and styles stay. A design without text gets a
 * headline and a second line.
 * @param headline its words, if they are known
 */
export function applyLayout(design: Design, { placements }: StartingLayout, headline?: string): Design {
  const hasText = design.layers.some(({ kind }) => kind === 'text');
  const layers = hasText ? design.layers : [...design.layers, createHeadline(headline), createSubline()];
  const texts = layers.filter(({ kind }) => kind === 'text');
  return {
    ...design,
    layers: layers.map((layer) => {
      const placement = placements[texts.indexOf(layer)];
      return placement && layer.kind === 'text' ? { ...layer, rotation: 0, ...placement } : layer;
    }),
  };
}
