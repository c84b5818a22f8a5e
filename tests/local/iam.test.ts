import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { DeleteObjectsCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { startBedrock } from '../../local/emulators/bedrock/bedrock.ts';
import { listPermissions } from '../../local/emulators/dynamodb/guard.ts';
import { startS3 } from '../../local/emulators/s3/s3.ts';
import { Iam } from '../../local/iam/iam.ts';
import type { Permission } from '../../local/iam/policy.ts';
import { createClient } from './s3-harness.ts';

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
    Condition: { StringLike: { 's3:prefix': ['images/*', 'references/*'] } },
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
    ['a model through its profile', [byProfile], invoke(PROFILE), true],
    ['no model through another profile', [byProfile], invoke(`${PROFILE}2`), false],
    ['no model without a profile', [byProfile], invoke(), false],
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
    ['the effect Deny', { ...allow('s3:GetObject', BUCKET), Effect: 'Deny' }],
    ['a policy variable', allow('s3:GetObject', `${BUCKET}/\${aws:username}`)],
  ])('with %s is an error, and never allows more than AWS does', (_, statement) => {
    expect(() => assume(statement)).toThrow();
  });

  it("is refused with AWS's sentence", () => {
    const { iam, principal } = assume(allow('dynamodb:Query', TABLE));
    const sentence =
      'User: arn:aws:sts::000000000000:assumed-role/Role/Function is not authorized to perform: dynamodb:GetItem on ' +
      `resource: ${TABLE}`;

    expect(() => iam.authorize(principal, [get(TABLE)])).toThrow(
      `${sentence} because no identity-based policy allows the dynamodb:GetItem action`,
    );
  });
});

it.each<[string, object, string[]]>([
  ['GetItem', { TableName: 'a' }, ['GetItem a']],
  ['Query', { TableName: 'a', IndexName: 'listed' }, ['Query a/index/listed']],
  // The product sends no batch, so that no role can send a batch.
  ['BatchGetItem', { RequestItems: { a: {}, b: {} } }, ['BatchGetItem *']],
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

describe('S3', () => {
  it('answers 403 for a missing object, and each object that may not be deleted, without the permission', async () => {
    const { iam, principal } = assume(allow(['s3:GetObject', 's3:DeleteObject'], `${BUCKET}/images/*`));
    const s3 = await startS3({ region: 'us-west-2', iam });
    s3.createBucket('images');
    const client = createClient(s3.endpoint, principal.credentials);
    const object = (Key: string) => ({ Bucket: 'images', Key });

    await expect(client.send(new GetObjectCommand(object('images/a')))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    const Delete = { Objects: [{ Key: 'images/a' }, { Key: 'other/b' }], Quiet: true };
    const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket: 'images', Delete }));
    expect(Errors).toEqual([{ Key: 'other/b', Code: 'AccessDenied', Message: 'Access Denied' }]);

    const { sessionToken: _sessionToken, ...withoutToken } = principal.credentials;
    await expect(
      createClient(s3.endpoint, withoutToken).send(new GetObjectCommand(object('images/a'))),
    ).rejects.toMatchObject({ name: 'InvalidToken' });
    client.destroy();
    await s3.close();
  });
});

it.each([
  [['us-west-2', 'us-east-1'], 'AccessDeniedException'],
  // Then the emulator finds out that it does not know the model.
  [['us-west-2', 'us-east-1', 'us-east-2'], 'ValidationException'],
])(
  'Bedrock forwards an inference profile only with permissions in all regions: %s',
  async (regions, name) => {
    const models = regions.map((region) => `arn:aws:bedrock:${region}::foundation-model/model`);
    const { iam, principal } = assume(allow('bedrock:InvokeModel', [PROFILE, ...models]));
    const bedrock = await startBedrock({ instant: true, iam });
    const { credentials } = principal;
    const client = new BedrockRuntimeClient({
      endpoint: bedrock.endpoint,
      region: 'us-west-2',
      credentials,
      maxAttempts: 1,
    });

    await expect(
      client.send(new InvokeModelCommand({ modelId: 'us.model', body: '{}' })),
    ).rejects.toMatchObject({ name });
    client.destroy();
    await bedrock.close();
  },
);
