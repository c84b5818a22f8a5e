import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import {
  createOperation,
  findCost,
  listOffers,
  needsName,
} from '../../../../web/src/features/finish/image-tools/offers.ts';
import { leastScale, planFill, PRESETS } from '../../../../web/src/features/finish/image-tools/placement.ts';
import { NO_TOOL } from '../../../../web/src/features/finish/image-tools/tool-settings.ts';
import { findVisiblePart } from '../../../../web/src/lib/render/prepare-image.ts';

const part = fc.double({ min: 0, max: 1, noNaN: true });
const IMAGE = { width: 1_344, height: 768 };
const image = fc.constantFrom(IMAGE, { width: 1_024, height: 1_024 }, { width: 3_000, height: 1_300 });

describe('an image that is moved in the frame', () => {
  it('gets its size and four margins that the service adds, and the design shows of it what the frame showed', () => {
    fc.assert(
      fc.property(image, part, part, part, part, (size, crop, smaller, x, y) => {
        const least = leastScale(size, crop);
        const fill = planFill(size, crop, { scale: 1 - smaller * (1 - least), x, y });

        const { left, right, up, down } = fill.margins;
        expect(fill.size).toEqual({ width: left + size.width + right, height: up + size.height + down });
        for (const margin of [left, right, up, down]) {
          expect(margin).toBeGreaterThanOrEqual(0);
          expect(margin).toBeLessThanOrEqual(LIMITS.editMargin);
        }
        const shown = findVisiblePart(fill.size, fill);
        expect(shown.width / shown.height).toBeCloseTo(16 / 9, 6);
        // The margins are whole pixels, so a crop that needs all of them is up to a pixel off.
        const { frame } = fill;
        expect(Math.abs(shown.x - left - frame.x)).toBeLessThan(1.01);
        expect(Math.abs(shown.y - up - frame.y)).toBeLessThan(1.01);
        expect(Math.abs(shown.width - frame.width)).toBeLessThan(1.01);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['left', { left: 377, right: 0, up: 0, down: 0 }],
    ['right', { left: 0, right: 377, up: 0, down: 0 }],
    ['smaller', { left: 224, right: 224, up: 120, down: 120 }],
  ] as const)('gets the margins of the preset "%s" in pixels of 1344 x 768', (preset, margins) => {
    expect(planFill(IMAGE, 0.5, PRESETS[preset]).margins).toEqual(margins);
  });

  it.each([
    ['not at all', { scale: 1, x: 0.5, y: 0.5 }, IMAGE, 'Move or resize the image first.'],
    ['a little', { scale: 1, x: 0.6, y: 0.5 }, IMAGE, undefined],
    [
      'so far that the image would be too large',
      { scale: 0.81, x: 1, y: 1 },
      { width: 2_688, height: 1_512 },
      'Make the empty part smaller first: the image would be too large.',
    ],
    [
      'in a version that is too large to be changed',
      { scale: 0.9, x: 0.5, y: 0.5 },
      { width: 3_072, height: 1_921 },
      'Choose a smaller version first: this one is too large to be changed.',
    ],
  ])('%s can only be filled if that is possible', (_, placement, size, missing) => {
    const settings = { ...NO_TOOL, tool: 'move' as const, placement };

    expect(createOperation(settings, planFill(size, 0.5, placement), size).missing).toBe(missing);
  });
});

const [PAINT, NAME] = [
  { service: 'inpaint', label: 'Inpaint', cost: 2 },
  { service: 'replace', label: 'Search and Replace', cost: 3 },
] as const;

it.each([
  { services: [NAME, PAINT], costs: [2, 3], isNamed: false },
  { services: [PAINT], costs: [2, 2], isNamed: false },
  { services: [NAME], costs: [3, 3], isNamed: true },
])(
  'Replace has the price of the service that it uses, and names the thing where nothing can be painted: $costs',
  ({ services, costs, isNamed }) => {
    const found = listOffers(services).map((offer) => [
      [false, true].map((byWords) => findCost(offer, { ...NO_TOOL, tool: 'replace', byWords })),
      needsName(offer),
    ]);

    expect(found).toEqual([[costs, isNamed]]);
  },
);
