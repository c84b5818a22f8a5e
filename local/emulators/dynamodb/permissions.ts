import { z } from 'zod';
import { createArn } from '../../credentials.ts';
import type { Permission } from '../../iam/policy.ts';

const table = z.object({ TableName: z.string() });
const single = z.object({ TableName: z.string().optional(), IndexName: z.string().optional() });

/** The action that each part of a transaction needs (Amazon DynamoDB developer guide, "Using IAM with transactions"). */
const PART_ACTIONS = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};
const transaction = z.object({
  TransactItems: z.array(
    z
      .strictObject({
        Put: table,
        Update: table,
        Delete: table,
        ConditionCheck: table,
        Get: table,
      })
      .partial(),
  ),
});

/**
 * The permissions that a request needs.
 * @param operation for example `Query`.
 * @throws a zod error for a body that names its tables in no known form.
 */
export function listPermissions(operation: string, body: unknown, region: string): Permission[] {
  const allow = (action: string, resource: string): Permission => ({
    action: `dynamodb:${action}`,
    resource: createArn('dynamodb', region, `table/${resource}`),
  });
  switch (operation) {
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return transaction
        .parse(body)
        .TransactItems.flatMap((part) =>
          keysOf(PART_ACTIONS).flatMap((kind) =>
            part[kind] === undefined ? [] : [allow(PART_ACTIONS[kind], part[kind].TableName)],
          ),
        );
    default: {
      const { TableName = '*', IndexName } = single.parse(body);
      return [allow(operation, IndexName === undefined ? TableName : `${TableName}/index/${IndexName}`)];
    }
  }
}

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[];
