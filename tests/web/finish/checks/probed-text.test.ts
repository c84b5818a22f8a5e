import { expect, it } from 'vitest';
import type { TextLayer } from '#contract/design/design.ts';
import { probedText } from '../../../../web/src/features/finish/checks/probed-text.ts';
import { TEXT, VALUES } from '../../../e2e/headlines/text-values.ts';
import { recordText } from '../../support/record-text.ts';

const COLOR = '#123456';

/** A property of a canvas, with the value that is set last. */
type Styles = Record<string, unknown>;

/** Lists the calls that paint, with their colors, and with the calls that place them. */
function listPainted(layer: TextLayer) {
  let state: { styles: Styles; place: unknown[] } = { styles: {}, place: [] };
  const saved: (typeof state)[] = [];
  return recordText(layer).flatMap((call) => {
    const [name, value] = call as [string, unknown];
    if (name === 'save') saved.push(state);
    if (name === 'restore') state = saved.pop() ?? state;
    if (/(?:Style|Color)$/.test(name)) state = { ...state, styles: { ...state.styles, [name]: value } };
    if (/^(?:translate|rotate|scale|(?:set|reset)?transform)$/i.test(name))
      state = { ...state, place: [...state.place, call] };
    if (!/^(?:fill|stroke)(?!Style)/.test(name)) return [];
    const { fillStyle, strokeStyle, shadowColor } = state.styles;
    const color = name.startsWith('fill') ? fillStyle : strokeStyle;
    return [{ name, color, shadowColor, place: [...state.place, call] }];
  });
}

/** True if letters, and nothing else, have the color of the letters. An outline in this color makes the letters bolder. */
const hasOnlyLetters = (layer: TextLayer): boolean =>
  listPainted(layer).every(
    ({ name, color, shadowColor }) =>
      shadowColor !== COLOR && (name === 'strokeText' || (color === COLOR) === (name === 'fillText')),
  );

const listLetters = (layer: TextLayer) =>
  listPainted(layer).flatMap(({ name, place }) => (name === 'fillText' ? [place] : []));

it.each(Object.keys(VALUES) as (keyof typeof VALUES)[])(
  'the checks leave the property %s out only if it changes the color of letters, or paints in their color what is no letter',
  (name) => {
    const layer: TextLayer = { ...TEXT, text: 'HIKE TO\nEXIT', [name]: VALUES[name], color: COLOR };
    const probed = probedText(layer, COLOR);

    const leaveOut = probed[name] === undefined;
    expect(leaveOut, `leaveOut of ${name} in text-properties.ts`).toBe(!hasOnlyLetters(layer));
    expect(listLetters(probed), `The letters of a text move without ${name}`).toEqual(listLetters(layer));
  },
);
