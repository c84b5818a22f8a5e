import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { alarms } from '../../../../infra/commands/doctor/alarms.ts';
import { bootstrap } from '../../../../infra/commands/doctor/bootstrap.ts';
import { concurrency } from '../../../../infra/commands/doctor/concurrency.ts';
import { checkCredentials } from '../../../../infra/commands/doctor/credentials.ts';
import { regions } from '../../../../infra/commands/doctor/regions.ts';
import { inRegion } from '../../support/aws.ts';
import { ACCOUNT, awsError, diagnose, notAllowed } from '../../support/patient.ts';

const sts = mockClient(STSClient);
const cloudformation = mockClient(CloudFormationClient);
const lambda = mockClient(LambdaClient);
beforeEach(() => {
  sts.reset();
  cloudformation.reset();
  lambda.reset();
});

describe('credentials', () => {
  it.each([
    [`arn:aws:iam::${ACCOUNT}:user/operator`, 'user operator'],
    [`arn:aws:sts::${ACCOUNT}:assumed-role/Admin/somebody@example.com`, 'assumed-role Admin'],
    [`arn:aws:iam::${ACCOUNT}:root`, 'root'],
  ])('that work are told by account and name, never by a session: %s', async (Arn, name) => {
    sts.on(GetCallerIdentityCommand).resolves({ Account: ACCOUNT, Arn });

    const { finding, caller } = await checkCredentials('us-west-2');

    expect(finding).toEqual({ state: 'ok', found: `Account ${ACCOUNT}, as ${name}.` });
    expect(caller).toEqual({ account: ACCOUNT, arn: Arn });
  });

  it.each([
    ['CredentialsProviderError', 'There are no AWS credentials.'],
    ['ExpiredToken', 'AWS refuses these credentials: they are wrong, or have expired.'],
    ['InvalidClientTokenId', 'AWS refuses these credentials: they are wrong, or have expired.'],
  ])('%s: fails, and says how to sign in', async (name, found) => {
    sts.on(GetCallerIdentityCommand).rejects(awsError(name));

    expect(await checkCredentials('us-west-2')).toEqual({
      finding: {
        state: 'FAIL',
        found,
        fix: 'Sign in: aws sso login, or set AWS_PROFILE or AWS_ACCESS_KEY_ID.',
      },
    });
  });

  it('cannot be told where AWS does not answer', async () => {
    sts.on(GetCallerIdentityCommand).rejects(awsError('TimeoutError'));

    expect((await checkCredentials('us-west-2')).finding).toMatchObject({
      state: '?',
      found: 'AWS did not say whose credentials these are: TimeoutError.',
    });
  });
});

describe('regions', () => {
  it("are the stack's, the edge's and each model's, each asked once", async () => {
    sts.on(GetCallerIdentityCommand).resolves({});
    const settings = { region: 'eu-west-1', waf: { enabled: true } };

    expect((await diagnose(regions, { settings })).map(({ found }) => found)).toEqual([
      'us-east-1 is open to the account.',
      'eu-west-1 is open to the account.',
      'us-west-2 is open to the account.',
    ]);
  });

  it('that the account has not opted into fail', async () => {
    sts.on(GetCallerIdentityCommand).callsFake(
      inRegion((region) => {
        if (region === 'eu-south-2') throw awsError('InvalidClientTokenId');
        return {};
      }),
    );

    expect(await diagnose(regions, { settings: { region: 'eu-south-2' } })).toEqual([
      {
        state: 'FAIL',
        found: 'eu-south-2 is not enabled for the account.',
        fix: 'Enable it: aws account enable-region --region-name eu-south-2',
      },
      { state: 'ok', found: 'us-west-2 is open to the account.' },
    ]);
  });
});

describe('the CDK bootstrap', () => {
  const bootstrapped = (version: string) => ({
    Stacks: [
      {
        StackName: 'CDKToolkit',
        CreationTime: new Date(0),
        StackStatus: 'UPDATE_COMPLETE' as const,
        Outputs: [{ OutputKey: 'BootstrapVersion', OutputValue: version }],
      },
    ],
  });

  it('is looked for in every region of a stack', async () => {
    cloudformation.on(DescribeStacksCommand, { StackName: 'CDKToolkit' }).resolves(bootstrapped('30'));
    const settings = { region: 'eu-west-1', waf: { enabled: true } };

    expect(await diagnose(bootstrap, { settings })).toEqual([
      { state: 'ok', found: 'Version 30 in us-east-1.' },
      { state: 'ok', found: 'Version 30 in eu-west-1.' },
    ]);
  });

  it.each([
    ['missing', awsError('ValidationError'), 'There is none in us-west-2.'],
    ['of old', bootstrapped('5'), 'Version 5 is too old in us-west-2.'],
  ])('%s fails, and the command is told', async (_, answer, found) => {
    if (answer instanceof Error) cloudformation.on(DescribeStacksCommand).rejects(answer);
    else cloudformation.on(DescribeStacksCommand).resolves(answer);

    expect(await diagnose(bootstrap)).toEqual([
      { state: 'FAIL', found, fix: `npx cdk bootstrap aws://${ACCOUNT}/us-west-2` },
    ]);
  });

  it('names the permission that is missing', async () => {
    cloudformation.on(DescribeStacksCommand).rejects(awsError('AccessDenied'));

    expect(await diagnose(bootstrap)).toEqual([notAllowed('cloudformation:DescribeStacks')]);
  });
});

describe('Lambda concurrency', () => {
  const limitedTo = (ConcurrentExecutions: number) =>
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions } });

  it('of an established account is enough', async () => {
    limitedTo(1_000);

    expect(await diagnose(concurrency)).toEqual([
      { state: 'ok', found: '1000 at once, 51 of them reserved for generations.' },
    ]);
  });

  it.each([10, 150])('of %i leaves no room for a reservation: the deployment would fail', async (limit) => {
    limitedTo(limit);

    const [finding] = await diagnose(concurrency);
    expect(finding).toMatchObject({ state: 'FAIL' });
    expect(finding?.found).toContain(`The account runs ${limit} at once`);
    expect(finding?.fix).toContain('Until then set generateConcurrency: 0 in infra/stages/try.ts.');
  });

  it('of a new account warns where nothing is reserved', async () => {
    limitedTo(10);

    expect(await diagnose(concurrency, { settings: { generateConcurrency: 0 } })).toEqual([
      {
        state: 'warn',
        found: 'The account runs no more than 10 functions at once.',
        fix: 'Ask for more: Service Quotas, AWS Lambda, Concurrent executions, in us-west-2.',
      },
    ]);
  });

  it('names the permission that is missing', async () => {
    lambda.on(GetAccountSettingsCommand).rejects(awsError('AccessDeniedException'));

    expect(await diagnose(concurrency)).toEqual([notAllowed('lambda:GetAccountSettings')]);
  });
});

describe('alarms', () => {
  it('that nobody hears are a warning where data is kept, and nothing elsewhere', async () => {
    expect(await diagnose(alarms)).toEqual([]);
    expect(await diagnose(alarms, { settings: { keepData: true } })).toEqual([
      { state: 'warn', found: 'Nobody is told of an alarm.', fix: 'Set alarmEmail in infra/stages/try.ts.' },
    ]);
  });

  it('that somebody hears are fine, and the address is not told', async () => {
    const [finding] = await diagnose(alarms, { settings: { alarmEmail: 'ops@example.com' } });

    expect(finding?.state).toBe('ok');
    expect(finding?.found).not.toContain('example.com');
  });
});
