import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { TextLayer } from '#contract/design/design.ts';
import { press } from '../../support/site.tsx';
import {
  choose,
  HEADLINE,
  openEditor,
  passPause,
  savedDesigns,
  slide,
  stubBrowser,
  typeNumber,
  typeWords,
} from '../support/finish-page.ts';

beforeEach(stubBrowser);

type Properties = Required<Omit<TextLayer, 'kind' | 'id'>>;
type Controls = { [Name in keyof Properties]: [use: () => unknown, saved: Properties[Name]] };

/**
 * The use of the control of each property of a text, and the value that is saved then. The controls come in the order of the page: the
 * font comes before its weights. The list of the layers has the name, the lock and the eye, and the panel of languages has the translations.
 */
const CONTROLS: Omit<Controls, 'name' | 'locked' | 'hidden' | 'translations'> = {
  font: [
    () => {
      press('Font: Anton');
      choose('Teko');
    },
    'teko',
  ],
  weight: [() => choose('Bold'), 700],
  align: [() => choose('Right'), 'right'],
  keepsSize: [() => fireEvent.click(screen.getByRole('switch', { name: 'Fit text' })), true],
  size: [() => typeNumber('Size', 90), 90],
  x: [() => typeNumber('X of the middle, from the left', 600), 600],
  y: [() => typeNumber('Y of the middle, from the top', 300), 300],
  width: [() => typeNumber('Width', 800), 800],
  rotation: [() => typeNumber('Turn, in degrees', -4), -4],
  color: [() => choose('Yellow'), '#ffd23f'],
  upperCase: [() => press('Capitals'), true],
  gradient: [() => press('Gradient'), '#ff8a3d'],
  letterSpacing: [() => slide('Letter spacing', 20), 0.2],
  lineHeight: [() => slide('Line height', 150), 1.5],
  outline: [() => slide('Outline', 0), { color: '#190a2d', width: 0 }],
  shadow: [() => slide('Shadow', 24), { color: '#000000', blur: 24 }],
  plate: [
    () => {
      slide('Plate', 50);
      slide('Padding', 30);
      fireEvent.change(screen.getByLabelText('Plate colour'), { target: { value: '#112233' } });
    },
    { color: '#112233', opacity: 0.5, padding: 30 },
  ],
  opacity: [() => slide('Opacity', 40), 0.4],
  text: [() => typeWords('NEW WORDS'), 'NEW WORDS'],
};

it('saves each property of a text that a control has changed', async () => {
  const calls = await openEditor();
  for (const [use] of Object.values(CONTROLS)) use();
  await passPause();
  await screen.findByText('Saved');

  const saved = Object.fromEntries(Object.entries(CONTROLS).map(([name, [, value]]) => [name, value]));
  expect(savedDesigns(calls).at(-1)?.design.layers).toEqual([{ ...HEADLINE, ...saved }]);
});
