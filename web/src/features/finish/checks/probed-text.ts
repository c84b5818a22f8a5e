import type { TextLayer } from '#contract/design/design.ts';
import { listProperties } from '../editor/text-properties.ts';

const LEFT_OUT = Object.fromEntries(listProperties('leaveOut').map((name) => [name, undefined]));

/** Returns the text with all its letters in one color, and with no property that the checks leave out. */
export const probedText = (layer: TextLayer, color: string): TextLayer => ({ ...layer, color, ...LEFT_OUT });
