import { expect, it } from 'vitest';
import { estimateTurn, nameReferenceLine } from '../../../functions/waiting-line/lines.ts';

// Each model has the default quota of ten images a minute and region. A model with another price is not in the line.
it.each([
  ['style', 30],
  ['layout', 10],
  ['cutout', 20],
] as const)(
  'the line of %s starts %i images a minute: the quotas of its models in all of their regions',
  (use, images) => {
    expect(estimateTurn(nameReferenceLine(use), images)).toBeCloseTo(60);
  },
);
