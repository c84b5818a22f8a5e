import type { TextLayer } from '#contract/design/design.ts';
import type { Check, Hint } from './check.ts';
import { quoteText } from './text-probe.ts';

/**
 * Checks that our fonts have the letters of each text. Other letters, e.g. emoji, come from the fonts of the device.
 * @returns nothing when our fonts have all letters
 */
export function checkFonts(
  texts: readonly TextLayer[],
  findMissing: (layer: TextLayer) => readonly string[],
): Check[] {
  const hints = texts.flatMap((layer): Hint[] => {
    const missing = findMissing(layer);
    if (missing.length === 0) return [];
    const [verb, look] = missing.length === 1 ? ['comes', 'looks'] : ['come', 'look'];
    return [
      {
        layerId: layer.id,
        title: `${quoteText(layer)} has characters that its font lacks`,
        detail: `${missing.join(' ')} ${verb} from this device and ${look} different on others. The file keeps what you see`,
      },
    ];
  });
  return hints.length === 0 ? [] : [{ name: 'fonts', hints }];
}
