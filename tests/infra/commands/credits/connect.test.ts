import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditCommand } from '../../../../infra/commands/credits/audit.ts';
import { grantCommand } from '../../../../infra/commands/credits/grant.ts';
import { showCommand } from '../../../../infra/commands/credits/show.ts';
import {
  ADDRESS,
  callsMade,
  cloudformation,
  cognito,
  functionFails,
  functionsAnswer,
  invocations,
  onDev,
  run,
  stageWorks,
  USER,
} from '../../support/operators.ts';
import { runCommandFile } from '../../support/run-command.ts';

const NO_ACCOUNT = { kind: 'no_account' };

beforeEach(() => {
  stageWorks();
  functionsAnswer(NO_ACCOUNT);
});

describe('the stage', () => {
  it("is found by its stack, and its function by the stack's outputs", async () => {
    await run(showCommand, '--stage', 'prod', '--user', USER);

    expect(cloudformation.commandCalls(DescribeStacksCommand)[0]?.args[0].input).toEqual({
      StackName: 'Thumbforge-prod',
    });
    expect(invocations()).toEqual([{ name: 'show', request: { userId: USER, entries: 25 } }]);
  });

  it('that was deployed without these functions has to be deployed again', async () => {
    cloudformation.on(DescribeStacksCommand).resolves({ Stacks: [] });

    await expect(onDev(auditCommand)).resolves.toEqual({
      exitCode: 1,
      said: '',
      warned: 'The stack Thumbforge-dev has to be deployed first, as it is now.',
    });
  });

  it.each([
    [[], 'Which stage? --stage dev, for example.'],
    [['--stage', 'nowhere'], 'There is no stage "nowhere".'],
    [['--stage', 'dev', '--local'], 'Either --stage or --local.'],
  ])('asked for as %j is wrong usage', async (args, sentence) => {
    const { exitCode, warned } = await run(auditCommand, ...args);

    expect(exitCode).toBe(2);
    expect(warned).toContain(sentence);
    expect(callsMade()).toEqual([]);
  });
});

describe('a user', () => {
  it('is found by the address they sign in with', async () => {
    await onDev(showCommand, '--user', ADDRESS);

    expect(cognito.commandCalls(AdminGetUserCommand)[0]?.args[0].input).toEqual({
      UserPoolId: 'pool',
      Username: ADDRESS,
    });
    expect(invocations()).toMatchObject([{ request: { userId: USER } }]);
  });

  it('whose address nobody has is told as such, and nothing is asked', async () => {
    await expect(onDev(auditCommand, '--user', 'nobody@example.com')).resolves.toMatchObject({
      exitCode: 1,
      warned: 'Nobody signs in with this address.',
    });
    expect(invocations()).toEqual([]);
  });

  it('given by the id is not asked for: whoever may not read the pool can still audit', async () => {
    await onDev(showCommand, '--user', USER);

    expect(cognito.calls()).toEqual([]);
  });
});

describe('a function', () => {
  it('that fails is told with its reason, and where to read more', async () => {
    functionFails('CodedError', 'Too many requests at once.');

    await expect(onDev(showCommand, '--user', USER)).resolves.toEqual({
      exitCode: 1,
      said: '',
      warned: 'ShowAccount failed, and its log says more. CodedError: Too many requests at once.',
    });
  });

  it('of another version is told as such', async () => {
    functionsAnswer({ kind: 'account', credits: 3 });

    await expect(onDev(showCommand, '--user', USER)).resolves.toMatchObject({
      exitCode: 1,
      warned: 'ShowAccount is of another version: deploy the stage again.',
    });
  });

  it('that the operator may not ask is told in the words of AWS', async () => {
    functionsAnswer(Object.assign(new Error('jane is not authorized to perform: lambda:InvokeFunction'), {}));

    await expect(onDev(showCommand, '--user', USER)).resolves.toMatchObject({
      exitCode: 1,
      warned: 'jane is not authorized to perform: lambda:InvokeFunction',
    });
  });
});

describe('the help', () => {
  const load = () => import('../../../../infra/commands/credits.ts');

  it.each([
    [['--help'], 'npm run credits -- audit | show | grant'],
    [['audit', '--help'], 'npm run credits -- audit --stage NAME [--user USER]'],
    [['show', '--help'], 'npm run credits -- show --stage NAME --user USER [--entries N]'],
    [
      ['grant', '--help'],
      'npm run credits -- grant --stage NAME --user USER --credits N --why TEXT [--id UUID] [--dry-run]',
    ],
  ])('of %j is there, and tells of each option', async (args, usage) => {
    const { out, error, exitCode } = await runCommandFile(load, args);

    expect({ usage: out.split('\n', 1)[0], error, exitCode }).toEqual({ usage, error: '', exitCode: 0 });
    for (const [, option = ''] of usage.matchAll(/(--[a-z-]+)/g)) {
      expect(out).toMatch(new RegExp(`^  ${option}\\b.*  `, 'm'));
    }
  });

  it.each([[[]], [['refund']], [['--stage', 'dev', 'audit']]])('is pointed to after %j', async (args) => {
    const { out, error, exitCode } = await runCommandFile(load, args);

    expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
    expect(error).toContain('--help says how it is used.');
  });

  it('of every part names the exit codes', () => {
    for (const { help } of [auditCommand, showCommand, grantCommand]) expect(help).toContain('Ends with 0');
  });
});
