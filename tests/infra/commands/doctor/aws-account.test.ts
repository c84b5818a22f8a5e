import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  alarms,
  bootstrap,
  checkCredentials,
  concurrency,
  regions,
} from '../../../../infra/commands/doctor/aws-account.ts';
import { awsError, deployedStack, inRegion } from '../../support/aws.ts';
import { ACCOUNT, missingPermission, runCheck } from '../../support/check-context.ts';

const sts = mockClient(STSClient);
const cloudformation = mockClient(CloudFormationClient);
const lambda = mockClient(LambdaClient);
beforeEach(() => {
  for (const client of [sts, cloudformation, lambda]) client.reset();
});

/** A stage with a stack in us-east-1 too. */
const TWO_REGIONS = { settings: { region: 'eu-west-1', waf: { enabled: true } } };

describe('the check of the credentials', () => {
  it.each([
    [`arn:aws:iam::${ACCOUNT}:user/operator`, 'user operator'],
    [`arn:aws:sts::${ACCOUNT}:assumed-role/Admin/jane@example.com`, 'assumed-role Admin'],
    [`arn:aws:iam::${ACCOUNT}:root`, 'root'],
  ])('shows for %s the account and the name, without the session', async (Arn, name) => {
    sts.on(GetCallerIdentityCommand).resolves({ Account: ACCOUNT, Arn });

    expect(await checkCredentials('us-west-2')).toEqual({
      finding: { status: 'ok', message: `Account ${ACCOUNT}, as ${name}.` },
      caller: { account: ACCOUNT, arn: Arn },
    });
  });

  it.each([
    ['CredentialsProviderError', 'FAIL', 'There are no AWS credentials.'],
    ['ExpiredToken', 'FAIL', 'AWS rejects these credentials: they are invalid or expired.'],
    ['InvalidClientTokenId', 'FAIL', 'AWS rejects these credentials: they are invalid or expired.'],
    ['TimeoutError', '?', 'AWS did not identify the credentials: TimeoutError.'],
  ])('reports %s as %s', async (name, status, message) => {
    sts.on(GetCallerIdentityCommand).rejects(awsError(name));

    const { finding, caller } = await checkCredentials('us-west-2');

    expect(caller).toBeUndefined();
    expect(finding).toMatchObject({ status, message });
    if (status === 'FAIL') {
      expect(finding.fix).toBe('Sign in with aws sso login, or set AWS_PROFILE or AWS_ACCESS_KEY_ID.');
    }
  });
});

describe('the check of the regions', () => {
  it('covers the region of each stack and model once', async () => {
    sts.on(GetCallerIdentityCommand).resolves({});

    expect((await runCheck(regions, TWO_REGIONS)).map(({ message }) => message)).toEqual([
      'us-east-1 is enabled for the account.',
      'eu-west-1 is enabled for the account.',
      'us-west-2 is enabled for the account.',
    ]);
  });

  it('fails for an opt-in region that the account has not enabled', async () => {
    sts.on(GetCallerIdentityCommand).callsFake(
      inRegion((region) => {
        if (region === 'eu-south-2') throw awsError('InvalidClientTokenId');
        return {};
      }),
    );

    expect(await runCheck(regions, { settings: { region: 'eu-south-2' } })).toEqual([
      {
        status: 'FAIL',
        message: 'eu-south-2 is not enabled for the account.',
        fix: 'Run: aws account enable-region --region-name eu-south-2',
      },
      { status: 'ok', message: 'us-west-2 is enabled for the account.' },
    ]);
  });
});

describe('the check of the CDK bootstrap', () => {
  const bootstrapped = (BootstrapVersion: string) => deployedStack('CDKToolkit', { BootstrapVersion });

  it('covers the region of each stack', async () => {
    cloudformation.on(DescribeStacksCommand, { StackName: 'CDKToolkit' }).resolves(bootstrapped('30'));

    expect(await runCheck(bootstrap, TWO_REGIONS)).toEqual([
      { status: 'ok', message: 'us-east-1 has version 30.' },
      { status: 'ok', message: 'eu-west-1 has version 30.' },
    ]);
  });

  it.each([
    ['a missing', awsError('ValidationError'), 'us-west-2 is not bootstrapped.'],
    ['an old', bootstrapped('5'), 'Version 5 in us-west-2 is too old.'],
  ])('fails for %s bootstrap stack, with the command to run', async (_, answer, message) => {
    if (answer instanceof Error) cloudformation.on(DescribeStacksCommand).rejects(answer);
    else cloudformation.on(DescribeStacksCommand).resolves(answer);

    expect(await runCheck(bootstrap)).toEqual([
      { status: 'FAIL', message, fix: `Run: npx cdk bootstrap aws://${ACCOUNT}/us-west-2` },
    ]);
  });

  it('names the missing permission', async () => {
    cloudformation.on(DescribeStacksCommand).rejects(awsError('AccessDenied'));

    expect(await runCheck(bootstrap)).toEqual([missingPermission('cloudformation:DescribeStacks')]);
  });
});

describe('the check of the Lambda concurrency', () => {
  const mockLimit = (ConcurrentExecutions: number) =>
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions } });
  const INCREASE = 'Request an increase in us-west-2: Service Quotas, AWS Lambda, Concurrent executions.';

  it('accepts a limit of 1000', async () => {
    mockLimit(1_000);

    expect(await runCheck(concurrency)).toEqual([
      { status: 'ok', message: "The account's limit is 1000; 51 are reserved for generations." },
    ]);
  });

  it.each([10, 150])('fails for a limit of %i, which is too low for the reservation', async (limit) => {
    mockLimit(limit);

    expect(await runCheck(concurrency)).toEqual([
      {
        status: 'FAIL',
        message: `The account's limit of ${limit} is too low to reserve 51: a deployment would fail.`,
        fix: `${INCREASE} Until then set generateConcurrency: 0 in infra/stages/try.ts.`,
      },
    ]);
  });

  it('warns about a low limit if nothing is reserved', async () => {
    mockLimit(10);

    expect(await runCheck(concurrency, { settings: { generateConcurrency: 0 } })).toEqual([
      { status: 'warn', message: "The account's limit is 10 concurrent executions.", fix: INCREASE },
    ]);
  });

  it('names the missing permission', async () => {
    lambda.on(GetAccountSettingsCommand).rejects(awsError('AccessDeniedException'));

    expect(await runCheck(concurrency)).toEqual([missingPermission('lambda:GetAccountSettings')]);
  });
});

describe('the check of the alarms', () => {
  it('warns about a missing recipient only if the stage keeps its data', async () => {
    expect(await runCheck(alarms)).toEqual([]);
    expect(await runCheck(alarms, { settings: { keepData: true } })).toEqual([
      {
        status: 'warn',
        message: 'Alarms are not sent to anyone.',
        fix: 'Set alarmEmail in infra/stages/try.ts.',
      },
    ]);
  });

  it('does not print the address of the recipient', async () => {
    const [finding] = await runCheck(alarms, { settings: { alarmEmail: 'ops@example.com' } });

    expect(finding?.status).toBe('ok');
    expect(finding?.message).not.toContain('example.com');
  });
});
