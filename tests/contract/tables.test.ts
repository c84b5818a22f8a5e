import { expect, it } from 'vitest';
import { describeTable, TABLE_NAMES } from '#contract/tables.ts';

/** The most attributes of a projection, without the keys (AWS::DynamoDB::GlobalTable, "Projection"). */
const MAX_PROJECTED = 20;

const ADVICE = `DynamoDB projects at most ${MAX_PROJECTED} attributes into an index. \
Use an attribute that this kind of row does not use, as \`headline\` of a cut-out. Or remove one: \
derive it from a key, as \`parseListedGeneration\` derives \`createdAt\`, or store attributes that are read together as one map, as in \`shown\`.`;

const PROJECTIONS = TABLE_NAMES.flatMap((table) =>
  Object.entries(describeTable(table).indexes ?? {}).flatMap(([index, { projection }]) =>
    typeof projection === 'string' ? [] : [[`${table}/${index}`, projection] as const],
  ),
);

it.each(PROJECTIONS)('the index %s has no more attributes than DynamoDB projects', (_, projection) => {
  expect(projection.length, ADVICE).toBeLessThanOrEqual(MAX_PROJECTED);
});
