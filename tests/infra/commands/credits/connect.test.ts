import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditCommand } from '../../../../infra/commands/credits/audit.ts';
import { showCommand } from '../../../../infra/commands/credits/show.ts';
import {
  ADDRESS,
  cloudformation,
  cognito,
  listCalls,
  listInvocations,
  mockAnswers,
  mockFunctionError,
  mockStage,
  runOnDev,
  USER,
} from '../../support/operators.ts';
import { run } from '../../support/terminal.ts';

beforeEach(() => {
  mockStage();
  mockAnswers({ kind: 'no_account' });
});

describe('the connection to a stage', () => {
  it("finds the stage's stack, and the functions by its outputs", async () => {
    await run(showCommand, '--stage', 'prod', '--user', USER);

    expect(cloudformation.commandCalls(DescribeStacksCommand)[0]?.args[0].input).toEqual({
      StackName: 'Thumbforge-prod',
    });
    expect(listInvocations()).toEqual([{ name: 'show', request: { userId: USER, entries: 25 } }]);
  });

  it('asks for a deployment if the stack lacks the functions', async () => {
    cloudformation.on(DescribeStacksCommand).resolves({ Stacks: [] });

    await expect(runOnDev(auditCommand)).resolves.toEqual({
      exitCode: 1,
      printed: '',
      warned:
        'The stack Thumbforge-dev is not deployed, or its version is too old. Deploy it: npm run deploy -- --stage dev',
    });
  });

  it.each([
    [[], '--stage is required: dev or prod.'],
    [['--stage', 'dev', '--local'], 'Use either --stage or --local.'],
  ])('rejects the options %j without any call', async (args, message) => {
    const { exitCode, warned } = await run(auditCommand, ...args);

    expect(exitCode).toBe(2);
    expect(warned).toContain(message);
    expect(listCalls()).toEqual([]);
  });
});

describe('a user', () => {
  it('is found by the e-mail address', async () => {
    await runOnDev(showCommand, '--user', ADDRESS);

    expect(cognito.commandCalls(AdminGetUserCommand)[0]?.args[0].input).toEqual({
      UserPoolId: 'pool',
      Username: ADDRESS,
    });
    expect(listInvocations()).toMatchObject([{ request: { userId: USER } }]);
  });

  it('with an unknown address is reported, without an invocation', async () => {
    await expect(runOnDev(auditCommand, '--user', 'unknown@example.com')).resolves.toMatchObject({
      exitCode: 1,
      warned: 'No user has this e-mail address.',
    });
    expect(listInvocations()).toEqual([]);
  });

  it('is not looked up by the ID, so that an audit needs no permission for the user pool', async () => {
    await runOnDev(showCommand, '--user', USER);

    expect(cognito.calls()).toEqual([]);
  });
});

describe('a function', () => {
  it.each<[string, () => void, string]>([
    [
      'that fails is reported with its error',
      () => mockFunctionError('CodedError', 'Too many requests at once.'),
      'ShowAccount failed; see its log for details. CodedError: Too many requests at once.',
    ],
    [
      'of another version is reported',
      () => mockAnswers({ kind: 'account', credits: 3 }),
      'ShowAccount is deployed in another version. Deploy the stage again.',
    ],
    [
      'that the operator must not invoke is reported with the message of AWS',
      () => mockAnswers(new Error('jane is not authorized to perform: lambda:InvokeFunction')),
      'jane is not authorized to perform: lambda:InvokeFunction',
    ],
  ])('%s', async (_, mock, warned) => {
    mock();

    await expect(runOnDev(showCommand, '--user', USER)).resolves.toEqual({
      exitCode: 1,
      printed: '',
      warned,
    });
  });
});
