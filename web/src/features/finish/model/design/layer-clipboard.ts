import type { CutoutLayer, Layer, TextLayer } from '../../../../../../contract/design.ts';
import { FONTS, TEXT_ALIGNMENTS } from '../../../../../../contract/design-limits.ts';
import { isBoolean, isNumber, isObjectOf, isOneOf, isString } from '../../../../lib/guards.ts';

/** The clipboard keeps a layer under this type, so that it can be pasted on another thumbnail in another tab. */
const TYPE = 'application/x-thumbforge-layer';

const isPlaced = { x: isNumber, y: isNumber, width: isNumber, rotation: isNumber };

/** What drawing a text needs. The server checks the rest when the design is saved. */
const isText = isObjectOf<Pick<TextLayer, 'kind' | 'text' | 'font' | 'size' | 'weight' | 'color' | 'align'>>({
  kind: isOneOf('text'),
  ...isPlaced,
  text: isString,
  font: isOneOf(...FONTS),
  size: isNumber,
  weight: isNumber,
  color: isString,
  align: isOneOf(...TEXT_ALIGNMENTS),
});

const isCutout = isObjectOf<Pick<CutoutLayer, 'kind' | 'cutoutId' | 'flipped'>>({
  kind: isOneOf('cutout'),
  ...isPlaced,
  cutoutId: isString,
  flipped: isBoolean,
});

const isLayer = (value: unknown): value is Layer => isText(value) || isCutout(value);

/** Other programs get the words of the layer. */
export function copyToClipboard(clipboard: DataTransfer, layer: Layer): void {
  clipboard.setData(TYPE, JSON.stringify(layer));
  if (layer.kind === 'text') clipboard.setData('text/plain', layer.text);
}

/** @returns undefined when the clipboard has no layer */
export function readClipboard(clipboard: DataTransfer): Layer | undefined {
  try {
    const layer: unknown = JSON.parse(clipboard.getData(TYPE));
    return isLayer(layer) ? layer : undefined;
  } catch {
    return undefined;
  }
}
