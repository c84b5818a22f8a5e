import { expect, it } from 'vitest';
import { probedText } from '../../../../web/src/features/finish/checks/probed-text.ts';
import { TEXT, VALUES } from '../../../e2e/headlines/text-values.ts';

it('the checks draw a text in one color, with everything but its gradient', () => {
  const { gradient: _gradient, ...probed } = { ...TEXT, ...VALUES, color: '#000000' };

  expect(probedText({ ...TEXT, ...VALUES }, '#000000')).toEqual(probed);
});
