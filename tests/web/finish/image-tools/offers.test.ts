import { expect, it } from 'vitest';
import {
  findCost,
  listOffers,
  needsName,
} from '../../../../web/src/features/finish/model/image-tools/offers.ts';
import { NO_TOOL } from '../../../../web/src/features/finish/model/image-tools/tool-settings.ts';

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
