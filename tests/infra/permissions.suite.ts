import { describe, expect, it } from 'vitest';
import { other, permissions, prod, render, statements } from './support/cloud.ts';

type Cloud = typeof prod;
type Policy = Record<string, unknown>;

/** Every policy document of a role: those inside it and those attached to it. */
function policiesOf(cloud: Cloud, role: string): unknown[] {
  const { Policies = [] } = cloud.one('AWS::IAM::Role', role).Properties as { Policies?: Policy[] };
  const attached = Object.values(cloud.all('AWS::IAM::Policy'))
    .map(({ Properties }) => Properties)
    .filter(({ Roles }) => (Roles as unknown[]).map(render).includes(`\${${role}}`));
  return [...Policies, ...attached].map(({ PolicyDocument }) => PolicyDocument);
}

/** All that a role may do. */
const allowed = (cloud: Cloud, role: string) => policiesOf(cloud, role).flatMap(permissions).sort();

/** Actions that know no resources: to send traces. */
const TRACES = ['Allow xray:PutTelemetryRecords *', 'Allow xray:PutTraceSegments *'];
/** What every function may do: write its own log, and traces. */
const common = (operation: string) => [
  `Allow logs:CreateLogStream \${${operation}Logs.Arn}`,
  `Allow logs:PutLogEvents \${${operation}Logs.Arn}`,
  ...TRACES,
];
const model = (id: string, region: string) =>
  `Allow bedrock:InvokeModel arn:aws:bedrock:${region}::foundation-model/${id}`;

describe('what a function may do, in full', () => {
  const openAccount = [
    'Allow dynamodb:GetItem ${DataWelcomedAddresses.Arn}',
    'Allow dynamodb:PutItem ${DataLedger.Arn}',
    'Allow dynamodb:PutItem ${DataUsers.Arn}',
    'Allow dynamodb:PutItem ${DataWelcomedAddresses.Arn}',
  ];
  const closeAccount = [
    'Allow cognito-idp:AdminDeleteUser ${IdentityPool.Arn}',
    'Allow dynamodb:DeleteItem ${DataThumbnails.Arn}',
    'Allow dynamodb:GetItem ${DataThumbnails.Arn}',
    'Allow dynamodb:GetItem ${DataUsers.Arn}',
    'Allow dynamodb:PutItem ${DataLedger.Arn}',
    'Allow dynamodb:Query ${DataPurchases.Arn}',
    'Allow dynamodb:Query ${DataThumbnails.Arn}',
    'Allow dynamodb:UpdateItem ${DataPurchases.Arn}',
    'Allow dynamodb:UpdateItem ${DataThumbnails.Arn}',
    'Allow dynamodb:UpdateItem ${DataUsers.Arn}',
    'Allow s3:DeleteObject ${ImagesBucket.Arn}/thumbnails/*',
    'Allow s3:ListBucket ${ImagesBucket.Arn}',
  ];
  const needed: Record<string, string[]> = {
    WelcomeUser: openAccount,
    ReadCredits: [
      ...openAccount,
      'Allow dynamodb:GetItem ${DataUsers.Arn}',
      'Allow dynamodb:UpdateItem ${DataUsers.Arn}',
    ],
    GenerateThumbnail: [
      model('stability.sd3-5-large-v1:0', 'us-west-2'),
      model('stability.stable-image-core-v1:1', 'us-west-2'),
      ...openAccount,
      'Allow dynamodb:GetItem ${DataThumbnails.Arn}',
      'Allow dynamodb:PutItem ${DataThumbnails.Arn}',
      'Allow dynamodb:UpdateItem ${DataAdmissions.Arn}',
      'Allow dynamodb:UpdateItem ${DataThumbnails.Arn}',
      'Allow dynamodb:UpdateItem ${DataUsers.Arn}',
      'Allow s3:DeleteObject ${ImagesBucket.Arn}/thumbnails/*',
      'Allow s3:GetObject ${ImagesBucket.Arn}/thumbnails/*',
      'Allow s3:PutObject ${ImagesBucket.Arn}/thumbnails/*',
    ],
    ListThumbnails: [
      'Allow dynamodb:GetItem ${DataThumbnails.Arn}',
      'Allow dynamodb:GetItem ${DataUsers.Arn}',
      'Allow dynamodb:Query ${DataThumbnails.Arn}/index/listed',
      'Allow s3:GetObject ${ImagesBucket.Arn}/thumbnails/*',
    ],
    RefundAbandoned: [
      'Allow dynamodb:GetItem ${DataThumbnails.Arn}',
      'Allow dynamodb:PutItem ${DataLedger.Arn}',
      'Allow dynamodb:Query ${DataThumbnails.Arn}/index/pending',
      'Allow dynamodb:UpdateItem ${DataThumbnails.Arn}',
      'Allow dynamodb:UpdateItem ${DataUsers.Arn}',
      'Allow s3:DeleteObject ${ImagesBucket.Arn}/thumbnails/*',
    ],
    CreateStripeCheckout: [
      ...openAccount,
      'Allow dynamodb:GetItem ${DataUsers.Arn}',
      'Allow dynamodb:UpdateItem ${DataUsers.Arn}',
      'Allow secretsmanager:GetSecretValue ${PaymentsStripeSecret}',
    ],
    StripeWebhook: [
      'Allow dynamodb:GetItem ${DataLedger.Arn}',
      'Allow dynamodb:GetItem ${DataUsers.Arn}',
      'Allow dynamodb:PutItem ${DataLedger.Arn}',
      'Allow dynamodb:PutItem ${DataUsers.Arn}',
      'Allow dynamodb:UpdateItem ${DataPurchases.Arn}',
      'Allow dynamodb:UpdateItem ${DataUsers.Arn}',
      'Allow secretsmanager:GetSecretValue ${PaymentsStripeSecret}',
    ],
    ListPurchases: [
      'Allow dynamodb:GetItem ${DataUsers.Arn}',
      'Allow dynamodb:Query ${DataPurchases.Arn}/index/history',
    ],
    AuditCredits: [
      'Allow dynamodb:GetItem ${DataUsers.Arn}',
      'Allow dynamodb:Query ${DataLedger.Arn}',
      'Allow dynamodb:Query ${DataThumbnails.Arn}',
      'Allow dynamodb:Scan ${DataLedger.Arn}',
      'Allow dynamodb:Scan ${DataUsers.Arn}',
    ],
    ShowAccount: [
      'Allow dynamodb:GetItem ${DataUsers.Arn}',
      'Allow dynamodb:Query ${DataLedger.Arn}',
      'Allow dynamodb:Query ${DataThumbnails.Arn}',
    ],
    GrantCredits: [
      'Allow dynamodb:GetItem ${DataLedger.Arn}',
      'Allow dynamodb:GetItem ${DataUsers.Arn}',
      'Allow dynamodb:PutItem ${DataLedger.Arn}',
      'Allow dynamodb:UpdateItem ${DataUsers.Arn}',
    ],
    DeleteAccount: closeAccount,
    FinishClosings: [...closeAccount, 'Allow dynamodb:Query ${DataUsers.Arn}/index/closing'],
  };

  it('is known for every role', () => {
    const roles = Object.keys(prod.all('AWS::IAM::Role')).filter((id) => !id.startsWith('Custom'));

    expect(roles.sort()).toEqual(
      Object.keys(needed)
        .map((operation) => `${operation}Role`)
        .sort(),
    );
  });

  it.each(Object.entries(needed))('%s', (operation, actions) => {
    expect(allowed(prod, `${operation}Role`)).toEqual([...actions, ...common(operation)].sort());
  });
});

describe('no role of a function', () => {
  const roles = Object.entries(prod.all('AWS::IAM::Role')).filter(([id]) => !id.startsWith('Custom'));

  it.each(roles)('%s: has a managed policy, or serves anything but Lambda', (_, { Properties }) => {
    expect(Properties).not.toHaveProperty('ManagedPolicyArns');
    expect(statements(Properties['AssumeRolePolicyDocument'])).toEqual([
      { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } },
    ]);
  });

  it.each(roles)('%s: may do anything to everything, but send traces', (id) => {
    for (const line of allowed(prod, id).filter((permission) => !TRACES.includes(permission))) {
      expect(line).not.toMatch(/ \*$/);
      expect(line.split(' ')[1]).not.toContain('*');
    }
  });
});

describe('the pictures', () => {
  it.each(['DeleteAccount', 'FinishClosings'])('are all that %s may list of their bucket', (operation) => {
    const listing = policiesOf(prod, `${operation}Role`)
      .flatMap(statements)
      .filter(({ Action }) => Action === 's3:ListBucket');

    expect(listing).toMatchObject([{ Condition: { StringLike: { 's3:prefix': 'thumbnails/*' } } }]);
  });
});

describe('a role', () => {
  it("is assumed by Lambda alone, CDK's own ones too", () => {
    for (const { Properties } of Object.values(prod.all('AWS::IAM::Role'))) {
      for (const { Principal } of statements(Properties['AssumeRolePolicyDocument'])) {
        expect(Principal).toEqual({ Service: 'lambda.amazonaws.com' });
      }
    }
  });
});

describe('Bedrock', () => {
  const invoking = (cloud: Cloud) =>
    Object.keys(cloud.all('AWS::IAM::Role')).filter((role) =>
      JSON.stringify(policiesOf(cloud, role)).includes('bedrock:'),
    );

  it('is open to generate-thumbnail alone', () => {
    expect(invoking(prod)).toEqual(['GenerateThumbnailRole']);
  });

  it("is open for the stage's own models alone, each in its own region", () => {
    const lines = allowed(other, 'GenerateThumbnailRole').filter((line) => line.includes('bedrock'));

    expect(lines).toEqual([
      model('amazon.nova-canvas-v1:0', 'us-east-1'),
      model('stability.stable-image-ultra-v1:1', 'us-west-2'),
    ]);
  });
});
