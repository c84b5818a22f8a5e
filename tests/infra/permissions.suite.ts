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

const ownLog = (operation: string) => [
  `Allow logs:CreateLogStream \${${operation}Logs.Arn}`,
  `Allow logs:PutLogEvents \${${operation}Logs.Arn}`,
];
const model = (id: string, region: string) =>
  `Allow bedrock:InvokeModel arn:\${AWS::Partition}:bedrock:${region}::foundation-model/${id}`;

describe('what a function may do, in full', () => {
  const needed: Record<string, string[]> = {
    WelcomeUser: ['Allow dynamodb:PutItem ${DataLedger.Arn}', 'Allow dynamodb:PutItem ${DataUsers.Arn}'],
    ReadCredits: [
      'Allow dynamodb:GetItem ${DataUsers.Arn}',
      'Allow dynamodb:PutItem ${DataLedger.Arn}',
      'Allow dynamodb:PutItem ${DataUsers.Arn}',
    ],
    GenerateThumbnail: [
      model('stability.sd3-5-large-v1:0', 'us-west-2'),
      model('stability.stable-image-core-v1:1', 'us-west-2'),
      'Allow dynamodb:GetItem ${DataThumbnails.Arn}',
      'Allow dynamodb:PutItem ${DataLedger.Arn}',
      'Allow dynamodb:PutItem ${DataThumbnails.Arn}',
      'Allow dynamodb:PutItem ${DataUsers.Arn}',
      'Allow dynamodb:UpdateItem ${DataThumbnails.Arn}',
      'Allow dynamodb:UpdateItem ${DataUsers.Arn}',
      'Allow s3:DeleteObject ${ImagesBucket.Arn}/thumbnails/*',
      'Allow s3:GetObject ${ImagesBucket.Arn}/thumbnails/*',
      'Allow s3:PutObject ${ImagesBucket.Arn}/thumbnails/*',
    ],
    ListThumbnails: [
      'Allow dynamodb:GetItem ${DataThumbnails.Arn}',
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
      'Allow dynamodb:GetItem ${DataUsers.Arn}',
      'Allow dynamodb:PutItem ${DataLedger.Arn}',
      'Allow dynamodb:PutItem ${DataUsers.Arn}',
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
    ListPurchases: ['Allow dynamodb:Query ${DataPurchases.Arn}/index/history'],
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
    expect(allowed(prod, `${operation}Role`)).toEqual([...actions, ...ownLog(operation)].sort());
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

  it.each(roles)('%s: may do anything to everything', (id) => {
    for (const line of allowed(prod, id)) {
      expect(line).not.toMatch(/ \*$/);
      expect(line.split(' ')[1]).not.toContain('*');
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
