import { describe, expect, it } from 'vitest';
import { listOperations } from '../../infra/build/functions.ts';
import { dev, listPermissions, listStatements, other, prod, render, type Cloud } from './support/cloud.ts';

const FUNCTION = 'AWS::Lambda::Function';
const functions = Object.entries(prod.all(FUNCTION)).filter(([id]) => id.endsWith('Function'));
const roles = Object.entries(prod.all('AWS::IAM::Role'));
const ownRoles = roles.filter(([id]) => !id.startsWith('Custom'));

function readEnvironment(cloud: Cloud, name: string): Record<string, string> {
  const { Environment } = cloud.one(FUNCTION, `${name}Function`).Properties as {
    Environment: { Variables: Record<string, unknown> };
  };
  return Object.fromEntries(
    Object.entries(Environment.Variables).map(([variable, value]) => [variable, render(value)]),
  );
}

describe('the functions', () => {
  it('are exactly the files in functions/', async () => {
    const operations = functions.map(([id]) =>
      id
        .replace(/Function$/, '')
        .replaceAll(/(?<=[a-z])[A-Z]/g, '-$&')
        .toLowerCase(),
    );

    expect(operations.sort()).toEqual((await listOperations()).sort());
  });

  it.each(functions)(
    '%s runs on Node 24 on arm64 with traces, JSON logs, its own role and log group',
    (id, fn) => {
      const name = id.replace(/Function$/, '');

      expect(fn.Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON' },
        // The dimension that separates the metrics of two stages.
        Environment: { Variables: { POWERTOOLS_SERVICE_NAME: 'Thumbforge-prod' } },
      });
      expect(render(fn.Properties['Role'])).toBe(`\${${name}Role.Arn}`);
      expect(render((fn.Properties['LoggingConfig'] as { LogGroup: unknown }).LogGroup)).toBe(
        `\${${name}Logs}`,
      );
    },
  );

  it("take a stage's models, welcome credits, rate limits, prices and site from its settings", () => {
    const { MODEL_POOL = '', ...environment } = readEnvironment(other, 'GenerateThumbnail');

    expect(environment).toMatchObject({ WELCOME_CREDITS: '0', RATE_LIMITS: '{"generationsPerMinute":10}' });
    expect(JSON.parse(MODEL_POOL)).toMatchObject([
      { id: 'stability.stable-image-ultra-v1:1', cost: 2, requestsPerMinute: 10, usdPerImage: 0.14 },
      { id: 'stability.next-v1:0', region: 'us-east-1', requestsPerMinute: 50, usdPerImage: 0.06 },
    ]);
    expect(readEnvironment(other, 'CreateStripeCheckout')).toMatchObject({
      PACK_PRICES: '{"pro":"price_pro"}',
      SITE_URL: 'https://thumbs.example.com',
    });
  });

  it('reserve concurrency for generations as the model quotas allow, and none in dev', () => {
    const readReserved = (cloud: Cloud) =>
      cloud.one(FUNCTION, 'GenerateThumbnailFunction').Properties['ReservedConcurrentExecutions'];

    // 105 and 60 requests a minute, each for at most 29 s.
    expect([prod, other, dev].map(readReserved)).toEqual([51, 29, undefined]);
  });

  it('use no provisioned concurrency, which costs money without requests', () => {
    for (const type of ['AWS::Lambda::Alias', 'AWS::Lambda::Version']) expect(prod.all(type)).toEqual({});
  });

  it.each([
    ['prod', prod, 365],
    ['dev', dev, 30],
  ])(
    'of %s log only to log groups with the retention of the settings, also those of CDK',
    (_, cloud, days) => {
      for (const { Properties, DeletionPolicy } of Object.values(cloud.all('AWS::Logs::LogGroup'))) {
        expect([Properties['RetentionInDays'], DeletionPolicy]).toEqual([days, 'Delete']);
      }
      for (const [id, { Properties }] of Object.entries(cloud.all(FUNCTION))) {
        // CDK's provider that empties buckets does not support a log group.
        if (id.startsWith('CustomS3AutoDelete')) continue;
        expect(Properties['LoggingConfig'], id).toHaveProperty('LogGroup');
      }
    },
  );
});

describe('a role', () => {
  const listRolePermissions = (cloud: Cloud, role: string) => {
    const { Policies = [] } = cloud.one('AWS::IAM::Role', role).Properties as {
      Policies?: { PolicyDocument: unknown }[];
    };
    return Policies.flatMap(({ PolicyDocument }) => listPermissions(PolicyDocument));
  };

  it.each(roles)('can be assumed only by Lambda: %s', (_, { Properties }) => {
    expect(listStatements(Properties['AssumeRolePolicyDocument'])).toEqual([
      { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } },
    ]);
  });

  it.each(ownRoles)('has no managed policy and no wildcard permission: %s', (id, { Properties }) => {
    expect(Properties).not.toHaveProperty('ManagedPolicyArns');
    for (const permission of listRolePermissions(prod, id)) {
      expect(permission).not.toMatch(/ \*$/);
      expect(permission.split(' ')[1]).not.toContain('*');
    }
  });

  it("may invoke Bedrock only for generations, and only the stage's models", () => {
    const invoking = ownRoles
      .map(([id]) => id)
      .filter((id) => listRolePermissions(prod, id).join().includes('bedrock'));

    expect(invoking).toEqual(['GenerateThumbnailRole']);
    expect(
      listRolePermissions(other, 'GenerateThumbnailRole').filter((line) => line.includes('bedrock')),
    ).toEqual([
      'Allow bedrock:InvokeModel arn:aws:bedrock:us-east-1::foundation-model/stability.next-v1:0',
      'Allow bedrock:InvokeModel arn:aws:bedrock:us-west-2::foundation-model/stability.stable-image-ultra-v1:1',
    ]);
  });

  it.each(['DeleteAccountRole', 'FinishClosingsRole'])('may list only images in the bucket: %s', (role) => {
    const policies = prod.one('AWS::IAM::Role', role).Properties['Policies'] as { PolicyDocument: unknown }[];
    const listing = policies
      .flatMap(({ PolicyDocument }) => listStatements(PolicyDocument))
      .filter(({ Action }) => Action === 's3:ListBucket');

    expect(listing).toMatchObject([{ Condition: { StringLike: { 's3:prefix': 'thumbnails/*' } } }]);
  });
});
