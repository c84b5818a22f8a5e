import { expect, it } from 'vitest';
import {
  estimateTurn,
  namePriceLine,
  nameServiceLine,
} from '../../../../functions/thumbnails/waiting-line/lines.ts';

it.each([
  ['two models of one price', namePriceLine(1), 20],
  [
    'one model in two regions and another in one, without a model of another price',
    nameServiceLine('style'),
    30,
  ],
  ['a dear model', namePriceLine(3), 10],
])('the quotas of a line with %s add up', (_, line, perMinute) => {
  expect(estimateTurn(line, perMinute)).toBe(60);
});
