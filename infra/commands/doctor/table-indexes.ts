import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { describeTable, TABLE_NAMES, type TableName } from '#contract/tables.ts';
import { getMainStack } from '../../stages/stacks.ts';
import { isCreated, readResources, type DeployedResources } from '../aws.ts';
import { fail, ok, type Check } from './check.ts';

export const TABLE_INDEX_CHECKS: readonly Check[] = [
  {
    // The tests compare only the indexes of successive commits. A stage that has skipped deployments can be several changes behind.
    name: 'table indexes',
    isPrerequisite: true,
    remedy: () =>
      'First deploy an earlier version that makes only one of these changes, as "Deploy after skipped deployments" in docs/deploy.md says.',
    async probe({ settings, stack }) {
      if (!isCreated(await stack())) return [];
      const { name, region } = getMainStack(settings);
      const resources = await readResources(name, region);
      const refused = TABLE_NAMES.flatMap((table) => {
        const changes = listChanges(table, resources);
        if (changes.length < 2) return [];
        return fail(
          `CloudFormation would refuse the deployment, because it creates or deletes at most one index of a table in one update. Changes of the table ${table}: ${changes.join(', ')}.`,
        );
      });
      return refused.length > 0 ? refused : ok('A deployment changes at most one index of each table.');
    },
  },
];

/** The key and the projection of each index, which no update can change, by the name of the index. */
type Indexes = Readonly<Record<string, object>>;

/** Lists the indexes that an update adds or removes. A changed key or projection is a removal and an addition. */
export function listIndexChanges(indexes: Indexes, former: Indexes): string[] {
  const isKept = (name: string) => isDeepStrictEqual(indexes[name], former[name]);
  return [
    ...Object.keys(indexes).flatMap((name) => (isKept(name) ? [] : [`adds ${name}`])),
    ...Object.keys(former).flatMap((name) => (isKept(name) ? [] : [`removes ${name}`])),
  ];
}

/** Lists the changes of a deployed table. CloudFormation creates a new table with all of its indexes. */
function listChanges(table: TableName, resources: DeployedResources): string[] {
  const prefix = `Data${table.charAt(0).toUpperCase()}${table.slice(1)}`;
  const deployed = Object.entries(resources).find(
    ([id, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable' && id.startsWith(prefix),
  );
  if (deployed === undefined) return [];
  const { indexes = {} } = describeTable(table);
  const described = Object.entries(indexes).map(([name, { key, projection }]) => [
    name,
    { key: [...key], projection: typeof projection === 'string' ? projection : projection.toSorted() },
  ]);
  return listIndexChanges(Object.fromEntries(described) as Indexes, describeIndexes(deployed[1].Properties));
}

const tableProperties = z.object({
  GlobalSecondaryIndexes: z
    .array(
      z.object({
        IndexName: z.string(),
        KeySchema: z.array(z.object({ AttributeName: z.string() })),
        Projection: z.object({
          ProjectionType: z.string(),
          NonKeyAttributes: z.array(z.string()).optional(),
        }),
      }),
    )
    .default([]),
});

/** Describes the indexes of a table in a template. @param properties the properties of the table. */
export function describeIndexes(properties: unknown): Indexes {
  const { GlobalSecondaryIndexes } = tableProperties.parse(properties);
  return Object.fromEntries(
    GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => [
      IndexName,
      {
        key: KeySchema.map(({ AttributeName }) => AttributeName),
        projection: Projection.NonKeyAttributes?.toSorted() ?? Projection.ProjectionType,
      },
    ]),
  );
}
