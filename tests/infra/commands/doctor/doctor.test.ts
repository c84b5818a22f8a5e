import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { CHECKS, diagnoseStage } from '../../../../infra/commands/doctor.ts';
import {
  fail,
  ok,
  runChecks,
  unknown,
  warn,
  withPermission,
  type Check,
} from '../../../../infra/commands/doctor/check.ts';
import { parseSettings } from '../../../../infra/stages/settings.ts';
import { awsError, deployedStack } from '../../support/aws.ts';
import { ACCOUNT, createContext, missingPermission, runCheck } from '../../support/check-context.ts';
import { createTerminal } from '../../support/terminal.ts';

const settings = parseSettings({ stage: 'try' });
const sts = mockClient(STSClient);
const cloudformation = mockClient(CloudFormationClient);

const createCheck = (name: string, run: Check['run']): Check => ({ name, run });
const passing = createCheck('passing', () => Promise.resolve([ok('Fine.')]));
const failing = createCheck('failing', () => Promise.resolve([fail('Gone.', 'Find it.')]));
const checks: Check[] = [
  createCheck('models', () => Promise.resolve([ok('Fine.'), warn('Ends soon.', 'Replace it.')])),
  failing,
  createCheck('not applicable', () => Promise.resolve([])),
  createCheck('mail', () => Promise.resolve([unknown('No answer.')])),
];

async function diagnose(which: readonly Check[]) {
  const { terminal, printed } = createTerminal();
  const code = await diagnoseStage(settings, terminal, which);
  return { code, lines: printed.join('\n').split('\n') };
}

beforeEach(() => {
  sts.reset();
  cloudformation.reset();
  sts
    .on(GetCallerIdentityCommand)
    .resolves({ Account: ACCOUNT, Arn: `arn:aws:iam::${ACCOUNT}:user/operator` });
});

describe("the doctor's report", () => {
  it('lists the results, then the fixes, then the totals', async () => {
    const { lines } = await diagnose(checks);

    expect(lines).toEqual([
      '      check        result',
      '----  -----------  ---------------------------------------',
      'ok    credentials  Account 000000000000, as user operator.',
      'ok    models       Fine.',
      'warn  models       Ends soon.',
      'FAIL  failing      Gone.',
      '?     mail         No answer.',
      '',
      'What to do:',
      '  warn  models: Replace it.',
      '  FAIL  failing: Find it.',
      '',
      '2 ok, 1 warnings, 1 failures, 1 unknown.',
    ]);
  });

  it.each([
    ['0 without a failure', checks.filter((check) => check !== failing), 0],
    ['1 with a failure', checks, 1],
  ])('has the exit code %s', async (_, which, code) => {
    expect((await diagnose(which)).code).toBe(code);
  });

  it('contains only the credentials if they are invalid, because no other check can run', async () => {
    sts.on(GetCallerIdentityCommand).rejects(awsError('CredentialsProviderError'));

    const { code, lines } = await diagnose(checks);

    expect(code).toBe(1);
    expect(lines.at(-1)).toBe('0 ok, 0 warnings, 1 failures, 0 unknown.');
    expect(lines.join('\n')).not.toContain('models');
  });
});

describe('the checks', () => {
  it('share the outputs of the stack, which are loaded once', async () => {
    cloudformation
      .on(DescribeStacksCommand)
      .resolves(deployedStack('Thumbforge-try', { SiteUrl: 'https://one' }));
    const seen: unknown[] = [];
    const readOutputs = createCheck('reads outputs', async ({ outputs }) => {
      seen.push(await outputs());
      return [];
    });

    await diagnose([readOutputs, readOutputs]);

    expect(seen).toEqual([{ SiteUrl: 'https://one' }, { SiteUrl: 'https://one' }]);
    expect(cloudformation.commandCalls(DescribeStacksCommand)).toHaveLength(1);
  });

  it('have unique names', () => {
    const names = CHECKS.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
  });

  it('complete if AWS denies every call', async () => {
    sts
      .on(GetCallerIdentityCommand)
      .resolvesOnce({ Account: ACCOUNT, Arn: `arn:aws:iam::${ACCOUNT}:root` })
      .rejects(awsError('AccessDenied'));
    cloudformation.on(DescribeStacksCommand).rejects(awsError('AccessDenied'));
    const denied = ['regions', 'CDK bootstrap', 'Stripe key', 'site'];

    const { code, lines } = await diagnose(CHECKS.filter(({ name }) => denied.includes(name)));

    expect(code).toBe(0);
    expect(lines.filter((line) => line.startsWith('?'))).toHaveLength(denied.length);
  });

  it('are reported in their order, whichever finishes first', async () => {
    let finishSlow: () => void = () => undefined;
    const slow = createCheck(
      'slow',
      () => new Promise((resolve) => (finishSlow = () => resolve([ok('Slow.')]))),
    );
    const quick = createCheck('quick', () => {
      finishSlow();
      return Promise.resolve([ok('One.'), ok('Two.')]);
    });

    expect(await runChecks([slow, quick], createContext())).toEqual([
      { check: 'slow', status: 'ok', message: 'Slow.' },
      { check: 'quick', status: 'ok', message: 'One.' },
      { check: 'quick', status: 'ok', message: 'Two.' },
    ]);
  });

  it.each<[string, Check['run'], string]>([
    [
      'an error, without its message',
      () => Promise.reject(awsError('InternalFailure')),
      'The check failed: InternalFailure.',
    ],
    [
      'an error of Stripe, by its type',
      () => Promise.reject(new Stripe.errors.StripePermissionError({ message: 'rk_1', type: 'api_error' })),
      'The check failed: StripePermissionError.',
    ],
    ['no answer', () => new Promise(() => undefined), 'No answer within 0.001 s.'],
  ])('continue after a check with %s', async (_, run, message) => {
    expect(await runChecks([createCheck('broken', run), passing], createContext(), 1)).toEqual([
      { check: 'broken', status: '?', message, fix: 'Run the doctor again.' },
      { check: 'passing', status: 'ok', message: 'Fine.' },
    ]);
  });

  it.each(['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation'])(
    'name the missing permission if AWS answers %s',
    async (name) => {
      const denied = createCheck('denied', () =>
        withPermission('bedrock:Try', () => Promise.reject(awsError(name))),
      );

      expect(await runCheck(denied)).toEqual([missingPermission('bedrock:Try')]);
    },
  );
});
