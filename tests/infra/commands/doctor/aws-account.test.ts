import { DescribeBudgetsCommand } from '@aws-sdk/client-budgets';
import { GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  alarms,
  bootstrap,
  checkCredentials,
  concurrency,
  regions,
} from '../../../../infra/commands/doctor/aws-account.ts';
import { legal } from '../../../../infra/commands/doctor/legal.ts';
import { LEGAL } from '../../support/stages.ts';
import { budget } from '../../../../infra/commands/doctor/budget.ts';
import {
  ACCOUNT,
  awsError,
  budgets,
  cloudformation,
  inRegion,
  lambda,
  mockStack,
  resetAws,
  sts,
} from '../../support/aws.ts';
import { listProblems, runCheck } from '../../support/doctor.ts';

/** A stage with a stack in us-east-1 too. */
const TWO_REGIONS = { settings: { region: 'eu-west-1', waf: { enabled: true } } };

beforeEach(() => resetAws());

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
    sts.on(GetCallerIdentityCommand).rejects(awsError(name));

    const result = await checkCredentials('us-west-2');

    expect(result).toMatchObject({ finding });
    expect(result.caller).toBeUndefined();
  });
});

describe('doctor, regions:', () => {
  it('covers the region of each stack and model once', async () => {
    expect(await runCheck(regions, TWO_REGIONS)).toEqual([
      'ok us-east-1 is enabled for the account.',
      'ok eu-west-1 is enabled for the account.',
      'ok us-west-2 is enabled for the account.',
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
      'FAIL eu-south-2 is not enabled for the account. -> Run: aws account enable-region --region-name eu-south-2',
      'ok us-west-2 is enabled for the account.',
    ]);
  });
});

describe('doctor, CDK bootstrap:', () => {
  it('covers the region of each stack', async () => {
    mockStack('CDKToolkit', { BootstrapVersion: '30' });

    expect(await runCheck(bootstrap, TWO_REGIONS)).toEqual([
      'ok us-east-1 has version 30.',
      'ok eu-west-1 has version 30.',
    ]);
  });

  it.each([
    ['is missing', () => undefined, 'us-west-2 is not bootstrapped.'],
    [
      'is too old',
      () => mockStack('CDKToolkit', { BootstrapVersion: '5' }),
      'Version 5 in us-west-2 is too old.',
    ],
  ])('fails with the command to run if the bootstrap stack %s', async (_, mock, message) => {
    mock();

    expect(await runCheck(bootstrap)).toEqual([
      `FAIL ${message} -> Run: npx cdk bootstrap aws://${ACCOUNT}/us-west-2`,
    ]);
  });
});

describe('doctor, Lambda concurrency:', () => {
  const INCREASE = 'Request an increase in us-west-2: Service Quotas, AWS Lambda, Concurrent executions.';
  const TOO_LOW = (unreserved: number, limit: number) =>
    `FAIL ${unreserved} of the account's ${limit} concurrent executions are unreserved: too few to reserve 76 more, because 100 must stay unreserved. A deployment would fail. -> ${INCREASE} Until then set generateConcurrency: 0 in infra/stages/try.ts.`;
  const OK = "ok The account's limit is 1000; 76 are reserved.";
  const mockReserved = (reserved: object) =>
    cloudformation.on(GetTemplateCommand).resolves({
      TemplateBody: JSON.stringify({
        Resources: { Fn: { Type: 'AWS::Lambda::Function', Properties: reserved } },
      }),
    });

  it.each([
    [1_000, 1_000, {}, OK],
    [1_000, 176, {}, OK],
    [1_000, 175, {}, TOO_LOW(175, 1_000)],
    [150, 150, {}, TOO_LOW(150, 150)],
    [10, 10, {}, TOO_LOW(10, 10)],
    [
      10,
      10,
      { generateConcurrency: 0 },
      `warn 10 of the account's 10 concurrent executions are unreserved. -> ${INCREASE}`,
    ],
  ])(
    'reports a limit of %i, of which %i are unreserved, with the settings %j',
    async (ConcurrentExecutions, UnreservedConcurrentExecutions, settings, finding) => {
      mockReserved({});
      lambda
        .on(GetAccountSettingsCommand)
        .resolves({ AccountLimit: { ConcurrentExecutions, UnreservedConcurrentExecutions } });

      expect(await runCheck(concurrency, { settings })).toEqual([finding]);
    },
  );

  it('does not count what the deployed stack has already reserved', async () => {
    mockReserved({ ReservedConcurrentExecutions: 76 });
    lambda.on(GetAccountSettingsCommand).resolves({
      AccountLimit: { ConcurrentExecutions: 1_000, UnreservedConcurrentExecutions: 100 },
    });

    expect(await runCheck(concurrency)).toEqual([OK]);
  });
});

describe('doctor, budget:', () => {
  it.each([
    [{}, 'ok The account can have a budget; it notifies at 100 US dollars a month.', undefined],
    [{ monthlyBudgetUsd: 0 }, undefined, undefined],
    [{}, 'FAIL The account cannot have a budget: a deployment would fail.', 'Account is a linked account.'],
    [
      {},
      '? These credentials lack the permission for this check.',
      'User is not authorized to perform: budgets:ViewBudget',
    ],
  ])('reports with the settings %j: %s', async (settings, problem, denial) => {
    if (denial !== undefined) {
      budgets
        .on(DescribeBudgetsCommand)
        .rejects(Object.assign(new Error(denial), { name: 'AccessDeniedException' }));
    }

    expect(await listProblems(budget, { settings })).toEqual(problem === undefined ? [] : [problem]);
  });
});

describe('doctor, legal:', () => {
  it.each([
    [{}, []],
    [
      { keepData: true },
      ['warn The site names no seller, terms, privacy policy or refund policy, and no address for support.'],
    ],
    [
      { keepData: true, legal: LEGAL },
      ['ok The site names Example Ltd, the terms, the privacy policy and the refund policy.'],
    ],
  ])('reports with the settings %j: %j', async (settings, problems) => {
    expect(await listProblems(legal, { settings })).toEqual(problems);
  });
});

describe('doctor, alarms:', () => {
  const SENT = 'ok Alarms are sent by e-mail, once the recipient has confirmed the subscription.';

  it.each([
    ['accepts a missing recipient', { alarmEmail: undefined }, []],
    ['does not print the address of the recipient', { alarmEmail: 'ops@example.com' }, [SENT]],
  ])('%s', async (_, settings, findings) => {
    expect(await runCheck(alarms, { settings })).toEqual(findings);
  });
});
