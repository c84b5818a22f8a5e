import { describe, expect, it } from 'vitest';
import { checkCredentials } from '../../../../infra/commands/doctor/credentials.ts';
import { ACCOUNT, awsError, createTemplate, limitConcurrency, mockAws, resetAws } from '../../support/aws.ts';
import { missingPermission, testCheck } from '../../support/doctor.ts';

/** A stage that also has a stack in us-east-1. */
const TWO_REGIONS = { settings: { region: 'eu-west-1', waf: { enabled: true } } };
const INCREASE = 'Request an increase in us-west-2: Service Quotas, AWS Lambda, Concurrent executions.';

describe('doctor, credentials:', () => {
  it.each([
    [`arn:aws:iam::${ACCOUNT}:user/operator`, 'user operator'],
    [`arn:aws:sts::${ACCOUNT}:assumed-role/Admin/jane@example.com`, 'assumed-role Admin'],
    [`arn:aws:iam::${ACCOUNT}:root`, 'root'],
  ])('shows for %s the account and the name, without the session', async (Arn, name) => {
    resetAws(Arn);

    expect(await checkCredentials('us-west-2')).toEqual({
      finding: { status: 'ok', message: `Account ${ACCOUNT}, as ${name}.` },
      caller: { account: ACCOUNT, arn: Arn },
    });
  });

  const SIGN_IN = 'Sign in with aws sso login, or set AWS_PROFILE or AWS_ACCESS_KEY_ID.';
  const REJECTED = 'AWS rejects these credentials: they are invalid or expired.';
  it.each([
    ['CredentialsProviderError', { status: 'FAIL', message: 'There are no AWS credentials.', fix: SIGN_IN }],
    ['ExpiredToken', { status: 'FAIL', message: REJECTED, fix: SIGN_IN }],
    ['InvalidClientTokenId', { status: 'FAIL', message: REJECTED, fix: SIGN_IN }],
    ['TimeoutError', { status: '?', message: 'AWS did not identify the credentials: TimeoutError.' }],
  ])('explains the error %s', async (name, finding) => {
    resetAws();
    mockAws({ GetCallerIdentity: awsError(name) });

    const result = await checkCredentials('us-west-2');

    expect(result).toMatchObject({ finding });
    expect(result.caller).toBeUndefined();
  });
});

testCheck('regions', {
  'covers the region of each stack and model once': [
    TWO_REGIONS,
    'ok us-east-1 is enabled for the account.',
    'ok eu-west-1 is enabled for the account.',
    'ok us-west-2 is enabled for the account.',
  ],
  'fails for an opt-in region that the account has not enabled': [
    {
      settings: { region: 'eu-south-2' },
      aws: {
        GetCallerIdentity: ({ region }) => (region === 'eu-south-2' ? awsError('InvalidClientTokenId') : {}),
      },
    },
    'FAIL eu-south-2 is not enabled for the account. -> Run: aws account enable-region --region-name eu-south-2',
    'ok us-west-2 is enabled for the account.',
  ],
});

const describeToolkit = (version: string) => ({
  Stacks: [{ Outputs: [{ OutputKey: 'BootstrapVersion', OutputValue: version }] }],
});
testCheck('CDK bootstrap', {
  'covers the region of each stack': [
    { ...TWO_REGIONS, aws: { DescribeStacks: describeToolkit('30') } },
    'ok us-east-1 has version 30.',
    'ok eu-west-1 has version 30.',
  ],
  'fails for a region without the bootstrap stack': [
    {},
    `FAIL us-west-2 is not bootstrapped. -> Run: npx cdk bootstrap aws://${ACCOUNT}/us-west-2`,
  ],
  'warns about a bootstrap stack whose role cannot continue a rollback': [
    { aws: { DescribeStacks: describeToolkit('22') } },
    `warn Version 22 in us-west-2 is too old to roll back a failed update (npx cdk rollback). -> Run: npx cdk bootstrap aws://${ACCOUNT}/us-west-2`,
  ],
  'fails for an old bootstrap stack': [
    { aws: { DescribeStacks: describeToolkit('5') } },
    `FAIL Version 5 in us-west-2 is too old. -> Run: npx cdk bootstrap aws://${ACCOUNT}/us-west-2`,
  ],
});

const tooLow = (unreserved: number, limit: number) =>
  `FAIL ${unreserved} of the account's ${limit} concurrent executions are unreserved: too few to reserve 111 more, because 100 must stay unreserved. A deployment would fail. -> ${INCREASE} Until then set generateConcurrency: 0 in infra/stages/try.ts.`;
const ENOUGH = "ok The account's limit is 1000; 111 are reserved.";
const limit = (concurrent: number, unreserved: number) => ({
  aws: { GetAccountSettings: limitConcurrency(concurrent, unreserved) },
});
const reserve = (reserved: object) =>
  createTemplate({ Fn: { Type: 'AWS::Lambda::Function', Properties: reserved } });
testCheck(
  'Lambda concurrency',
  {
    'accepts the usual limit': [limit(1_000, 1_000), ENOUGH],
    'accepts just enough': [limit(1_000, 211), ENOUGH],
    'fails if one execution is missing': [limit(1_000, 210), tooLow(210, 1_000)],
    'fails for the limit of a new account': [limit(10, 10), tooLow(10, 10)],
    'warns about a new account if the stage reserves nothing': [
      { ...limit(10, 10), settings: { generateConcurrency: 0 } },
      `warn 10 of the account's 10 concurrent executions are unreserved. -> ${INCREASE}`,
    ],
    'does not count what the deployed stack has already reserved': [
      {
        aws: {
          ...limit(1_000, 100).aws,
          GetTemplate: reserve({ ReservedConcurrentExecutions: 111 }),
        },
      },
      ENOUGH,
    ],
  },
  { GetTemplate: reserve({}) },
);

const denyBudgets = (message: string) => ({
  aws: { DescribeBudgets: awsError('AccessDeniedException', message) },
});
testCheck('budget', {
  'accepts an account that can have a budget': [
    {},
    'ok The account can have a budget; it notifies at 100 US dollars a month.',
  ],
  'does not apply without a budget': [{ settings: { monthlyBudgetUsd: 0 } }],
  'fails for an account that cannot have a budget': [
    denyBudgets('Account is a linked account.'),
    'FAIL The account cannot have a budget: a deployment would fail. -> …',
  ],
  'names the missing permission': [
    denyBudgets('User is not authorized to perform: budgets:ViewBudget'),
    missingPermission('budgets:ViewBudget'),
  ],
});

const ACTIONS = ['Subscribe', 'Unsubscribe', 'ViewSubscriptions'].map((name) => `aws-marketplace:${name}`);
const USER = `arn:aws:iam::${ACCOUNT}:user/operator`;
const ROLE = `arn:aws:iam::${ACCOUNT}:role/aws-reserved/sso.amazonaws.com/Admin`;
/** Credentials with these permissions. IAM knows only this principal. */
const simulate = (arn: string, allowed: string[], principal = arn) => ({
  caller: { account: ACCOUNT, arn },
  aws: {
    GetRole: ({ input }: { input: Record<string, unknown> }) =>
      input['RoleName'] === 'Admin' ? { Role: { Arn: ROLE } } : awsError('NoSuchEntity'),
    SimulatePrincipalPolicy: ({ input }: { input: Record<string, unknown> }) =>
      input['PolicySourceArn'] === principal
        ? {
            EvaluationResults: ACTIONS.map((EvalActionName) => ({
              EvalActionName,
              EvalDecision: allowed.includes(EvalActionName) ? 'allowed' : 'implicitDeny',
            })),
          }
        : awsError('NoSuchEntity'),
  },
});
const denied = (action: string) =>
  `warn These credentials cannot subscribe to models: aws-marketplace:${action} is missing. -> …`;
testCheck('Marketplace', {
  'accepts a user with the permissions': [
    simulate(USER, ACTIONS),
    'ok These credentials can subscribe to models.',
  ],
  'names a missing permission': [simulate(USER, ACTIONS.slice(1)), denied('Subscribe')],
  'names another missing permission': [simulate(USER, ACTIONS.toSpliced(1, 1)), denied('Unsubscribe')],
  // The ARN of a session lacks the path of its role.
  'simulates the role of a session': [
    simulate(`arn:aws:sts::${ACCOUNT}:assumed-role/Admin/session`, ACTIONS, ROLE),
    'ok These credentials can subscribe to models.',
  ],
  'accepts the root user, whom IAM does not simulate': [
    simulate(`arn:aws:iam::${ACCOUNT}:root`, [], ''),
    'ok The root user can subscribe to models.',
  ],
});
