import { describe, expect, it } from 'vitest';
import { listPermissions } from '../../local/emulators/dynamodb/permissions.ts';
import { Iam } from '../../local/iam/iam.ts';
import type { Permission } from '../../local/iam/policy.ts';

const TABLE = 'arn:aws:dynamodb:us-west-2:000000000000:table/items';
const PROFILE = 'arn:aws:bedrock:us-west-2:000000000000:inference-profile/us.model';
const BUCKET = 'arn:aws:s3:::images';

/** A function whose role has these statements. */
function assume(...Statement: object[]) {
  const iam = new Iam();
  iam.attachPolicy('Role', { Version: '2012-10-17', Statement });
  return { iam, principal: iam.assumeRole('Role', 'Function') };
}
const allow = (Action: unknown, Resource: unknown, more = {}) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
});
const through = (condition: object) => allow('bedrock:InvokeModel', '*', { Condition: condition });
const list = (prefix?: string): Permission => ({
  action: 's3:ListBucket',
  resource: BUCKET,
  context: prefix === undefined ? {} : { 's3:prefix': prefix },
});
const invoke = (profile?: string): Permission => ({
  action: 'bedrock:InvokeModel',
  resource: 'arn:aws:bedrock:us-west-2::foundation-model/model',
  context: profile === undefined ? {} : { 'bedrock:InferenceProfileArn': profile },
});
const get = (resource: string): Permission => ({ action: 'dynamodb:GetItem', resource });

describe('a role', () => {
  const byProfile = through({ StringEquals: { 'bedrock:InferenceProfileArn': [PROFILE] } });
  const byPrefix = allow('s3:ListBucket', BUCKET, {
    Condition: { StringLike: { 's3:prefix': ['thumbnails/*', 'references/*'] } },
  });

  it.each<[string, object[], Permission, boolean]>([
    ['nothing', [], get(TABLE), false],
    ['what a statement names', [allow('dynamodb:GetItem', TABLE)], get(TABLE), true],
    ['one of many actions', [allow(['dynamodb:Query', 'dynamodb:getitem'], [TABLE])], get(TABLE), true],
    ['no other action', [allow('dynamodb:Query', TABLE)], get(TABLE), false],
    ['no other resource', [allow('dynamodb:GetItem', TABLE)], get(`${TABLE}2`), false],
    ['no index of its table', [allow('dynamodb:GetItem', TABLE)], get(`${TABLE}/index/one`), false],
    [
      'every index, by a wildcard',
      [allow('dynamodb:*', `${TABLE}/index/*`)],
      get(`${TABLE}/index/one`),
      true,
    ],
    [
      'nothing that is denied',
      [allow('*', '*'), { ...allow('*', TABLE), Effect: 'Deny' }],
      get(TABLE),
      false,
    ],
    ['a model through its profile', [byProfile], invoke(PROFILE), true],
    ['no model through another profile', [byProfile], invoke(`${PROFILE}2`), false],
    ['no model without a profile', [byProfile], invoke(), false],
    [
      'a model through a profile that is like a pattern',
      [through({ ArnLike: { 'bedrock:InferenceProfileArn': 'arn:aws:bedrock:*:*:inference-profile/us.*' } })],
      invoke(PROFILE),
      true,
    ],
    ['a folder', [byPrefix], list('references/user/'), true],
    ['no other folder', [byPrefix], list('other/'), false],
    ['not the whole bucket', [byPrefix], list(), false],
  ])('allows %s', (_, statements, permission, isAllowed) => {
    const { iam, principal } = assume(...statements);

    expect(iam.isAllowed(principal, permission)).toBe(isAllowed);
  });

  it.each([
    ['another condition operator', through({ StringNotEquals: { 's3:prefix': 'x' } })],
    ['another condition key', through({ StringEquals: { 'aws:SourceIp': 'x' } })],
    ['another element', { Effect: 'Allow', NotAction: 's3:*', Resource: '*' }],
    ['a policy variable', allow('s3:GetObject', `${BUCKET}/\${aws:username}`)],
  ])('with %s is an error, and never allows more than AWS does', (_, statement) => {
    expect(() => assume(statement)).toThrow();
  });

  it("is refused with AWS's sentence", () => {
    const { iam, principal } = assume(allow('dynamodb:Query', TABLE));
    const denied = assume(allow('*', '*'), { ...allow('*', '*'), Effect: 'Deny' });
    const sentence =
      'User: arn:aws:sts::000000000000:assumed-role/Role/Function is not authorized to perform: dynamodb:GetItem on ' +
      `resource: ${TABLE}`;

    expect(() => iam.authorize(principal, [get(TABLE)])).toThrow(
      `${sentence} because no identity-based policy allows the dynamodb:GetItem action`,
    );
    expect(() => denied.iam.authorize(denied.principal, [get(TABLE)])).toThrow(
      `${sentence} with an explicit deny in an identity-based policy`,
    );
  });
});

it.each<[string, object, string[]]>([
  ['GetItem', { TableName: 'a' }, ['GetItem a']],
  ['Query', { TableName: 'a', IndexName: 'listed' }, ['Query a/index/listed']],
  ['BatchGetItem', { RequestItems: { a: {}, b: {} } }, ['BatchGetItem a', 'BatchGetItem b']],
  ['BatchWriteItem', { RequestItems: { a: [] } }, ['BatchWriteItem a']],
  [
    'TransactWriteItems',
    {
      TransactItems: [
        { Put: { TableName: 'a' } },
        { Update: { TableName: 'b' } },
        { Delete: { TableName: 'c' } },
        { ConditionCheck: { TableName: 'd' } },
      ],
    },
    ['PutItem a', 'UpdateItem b', 'DeleteItem c', 'ConditionCheckItem d'],
  ],
  ['TransactGetItems', { TransactItems: [{ Get: { TableName: 'a' } }] }, ['GetItem a']],
  ['ListTables', {}, ['ListTables *']],
])('%s of DynamoDB needs the permission for each of its tables', (operation, body, expected) => {
  const permissions = listPermissions(operation, body, 'us-west-2');

  expect(
    permissions.map(({ action, resource }) => `${action.split(':')[1]} ${resource.split('table/')[1]}`),
  ).toEqual(expected);
});
