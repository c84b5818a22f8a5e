import type { Color, LayerEffectsInfo, LayerTextData, UnitsValue } from 'ag-psd';
import type { TextLayer } from '#contract/design/design.ts';
import type { Font } from '#contract/design/design-limits.ts';
import { measureLetters } from '../render/fonts.ts';
import { RADIANS, toFrame } from '../render/layer-place.ts';
import { layoutTextLayer, textDirection } from '../render/layout-text.ts';

/** The PostScript names of the fonts, by which design programs find them. */
const POSTSCRIPT_NAMES: Record<Font, (weight: number) => string> = {
  anton: () => 'Anton-Regular',
  'bebas-neue': () => 'BebasNeue-Regular',
  teko: (weight) => `Teko-${TEKO_STYLES[weight] ?? 'Regular'}`,
  'paytone-one': () => 'PaytoneOne-Regular',
  'alfa-slab-one': () => 'AlfaSlabOne-Regular',
};

const TEKO_STYLES: Record<number, string> = { 300: 'Light', 500: 'Medium', 600: 'SemiBold', 700: 'Bold' };

/** Each property that the format cannot describe, and whether a text shows it. */
const PICTURE_ONLY = {
  outline: ({ outline }) => (outline?.width ?? 0) > 0,
  shadow: ({ shadow }) => shadow !== undefined,
  plate: ({ plate }) => (plate?.opacity ?? 0) > 0,
  gradient: ({ gradient }) => gradient !== undefined,
} satisfies { [Name in keyof TextLayer]?: (layer: TextLayer) => boolean };

/** True if the format can describe the whole look of the text, so that its picture and its words are one layer. */
export const isPlainText = (layer: TextLayer): boolean =>
  Object.values(PICTURE_ONLY).every((shows) => !shows(layer));

const WITHOUT_PICTURE = Object.fromEntries(Object.keys(PICTURE_ONLY).map((name) => [name, undefined]));

/** Leaves out what the format cannot describe. */
export const toPlainText = (layer: TextLayer): TextLayer => ({ ...layer, ...WITHOUT_PICTURE });

/**
 * Describes the words of a text, so that a design program can change them. Its font must be loaded. The lines keep their breaks. Design
 * programs draw outlines and shadows a little differently, and know no plate.
 * @param scale pixels of the file for one of the frame
 */
export function createEditableText(
  layer: TextLayer,
  scale: number,
): { text: LayerTextData; effects: LayerEffectsInfo } {
  const { lines, lineHeight } = layoutTextLayer(layer);
  const { emSize, postScriptName = POSTSCRIPT_NAMES[layer.font](layer.weight) } = measureLetters(layer);
  const letters = lines.map(({ text }) => text).join('\n');
  return {
    text: {
      text: letters,
      shapeType: 'point',
      transform: placeText(layer, lines[0]?.baseline ?? 0, scale),
      antiAlias: 'smooth',
      style: {
        font: { name: postScriptName },
        fontSize: emSize,
        autoLeading: false,
        leading: lineHeight,
        tracking: Math.round((layer.letterSpacing ?? 0) * 1_000),
        fillColor: toColor(layer.color),
        characterDirection: textDirection(layer) === 'rtl' ? 1 : 0,
      },
      paragraphStyle: { justification: layer.align },
    },
    effects: createEffects(layer, scale),
  };
}

/** The matrix from the first baseline, at the side to which the lines are aligned, to the pixels of the file. */
function placeText(layer: TextLayer, baseline: number, scale: number): number[] {
  const { width, rotation, align } = layer;
  const sides = { left: -width / 2, center: 0, right: width / 2 };
  const [cos, sin] = [Math.cos(rotation * RADIANS), Math.sin(rotation * RADIANS)];
  const { x, y } = toFrame(layer, { x: sides[align], y: baseline });
  return [cos, sin, -sin, cos, x, y].map((value) => value * scale);
}

function createEffects({ outline, shadow, color, gradient }: TextLayer, scale: number): LayerEffectsInfo {
  const pixels = (value: number): UnitsValue => ({ units: 'Pixels', value: value * scale });
  return {
    ...(outline && {
      stroke: [
        {
          enabled: true,
          position: 'outside',
          fillType: 'color',
          blendMode: 'normal',
          opacity: 1,
          size: pixels(outline.width),
          color: toColor(outline.color),
        },
      ],
    }),
    ...(shadow && {
      dropShadow: [
        {
          enabled: true,
          blendMode: 'normal',
          opacity: 1,
          angle: 90,
          useGlobalLight: false,
          size: pixels(shadow.blur),
          distance: pixels(shadow.blur / 2),
          color: toColor(shadow.color),
        },
      ],
    }),
    ...(gradient !== undefined && {
      gradientOverlay: [
        {
          enabled: true,
          blendMode: 'normal',
          opacity: 1,
          type: 'linear',
          angle: -90,
          gradient: createGradient(color, gradient),
        },
      ],
    }),
  };
}

function createGradient(from: string, to: string) {
  return {
    name: 'Letters',
    type: 'solid' as const,
    smoothness: 1,
    colorStops: [from, to].map((color, location) => ({ color: toColor(color), location, midpoint: 0.5 })),
    opacityStops: [0, 1].map((location) => ({ opacity: 1, location, midpoint: 0.5 })),
  };
}

/** @param color as #rrggbb */
function toColor(color: string): Color {
  const value = Number.parseInt(color.slice(1), 16);
  return { r: value >> 16, g: (value >> 8) & 0xff, b: value & 0xff };
}
