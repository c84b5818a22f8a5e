import Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { CHECKS, diagnoseStage } from '../../../../infra/commands/doctor.ts';
import { fail, ok, runChecks, unknown, warn, type Check } from '../../../../infra/commands/doctor/check.ts';
import { openStripeAccount } from '../../../../infra/commands/doctor/stripe-account.ts';
import { parseSettings } from '../../../../infra/stages/settings.ts';
import * as aws from '../../support/aws.ts';
import {
  createContext,
  missingPermission,
  NOT_DEPLOYED,
  runCheck,
  type ContextChanges,
} from '../../support/doctor.ts';
import { CERTIFICATE } from '../../support/stages.ts';
import { createTerminal } from '../../support/terminal.ts';

const settings = parseSettings({ stage: 'try' });

const createCheck = (name: string, probe: Check['probe']): Check => ({ name, probe });
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

beforeEach(() => aws.resetAws());

describe("the doctor's report", () => {
  it('lists the results, then the fixes, then the totals, and ends with 1 because of a failure', async () => {
    expect(await diagnose(checks)).toEqual({
      code: 1,
      lines: [
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
      ],
    });
  });

  it('ends with 0 if there are only warnings and unknown results', async () => {
    expect(await diagnose(checks.filter((check) => check !== failing))).toMatchObject({ code: 0 });
  });

  it('contains only the credentials if they are invalid, because no other check can run', async () => {
    aws.mockAws({ GetCallerIdentity: aws.awsError('CredentialsProviderError') });

    const { code, lines } = await diagnose(checks);

    expect([code, lines.at(-1)]).toEqual([1, '0 ok, 0 warnings, 1 failures, 0 unknown.']);
    expect(lines.join('\n')).not.toContain('models');
  });
});

describe("the doctor's checks", () => {
  it('share the outputs of the stack, which are loaded once', async () => {
    aws.mockStack('Thumbforge-try', { SiteUrl: 'https://one' });
    const seen: unknown[] = [];
    const readOutputs = createCheck('reads outputs', async ({ outputs }) => {
      seen.push(await outputs());
      return [];
    });

    await diagnose([readOutputs, readOutputs]);

    expect(seen).toEqual([{ SiteUrl: 'https://one' }, { SiteUrl: 'https://one' }]);
    expect(aws.listCalls('DescribeStacks')).toHaveLength(1);
  });

  it('have unique names', () => {
    const names = CHECKS.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
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

  const stripeError = new Stripe.errors.StripePermissionError({ message: 'rk_1', type: 'api_error' });
  it.each<[string, Check['probe'], string]>([
    [
      'an error, without its message',
      () => Promise.reject(aws.awsError('InternalFailure')),
      'The check failed: InternalFailure.',
    ],
    [
      'an error of Stripe, by its type',
      () => Promise.reject(stripeError),
      'The check failed: StripePermissionError.',
    ],
    ['no answer', () => new Promise(() => undefined), 'No answer within 0.001 s.'],
  ])('continue after a check with %s', async (_, probe, message) => {
    expect(await runChecks([createCheck('broken', probe), passing], createContext(), 1)).toEqual([
      { check: 'broken', status: '?', message, fix: 'Run the doctor again.' },
      { check: 'passing', status: 'ok', message: 'Fine.' },
    ]);
  });
});

describe('a missing permission', () => {
  it.each(['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation', 'NotAuthorizedException'])(
    'is named if AWS answers %s',
    async (name) => {
      aws.mockAws({ DescribeStacks: aws.awsError(name) });

      expect(await runCheck('stacks')).toEqual([missingPermission('cloudformation:DescribeStacks')]);
    },
  );

  const domain = { name: 'example.com', hostedZone: { id: 'Z0123456789', name: 'example.com' } };
  it.each<[string, string, ContextChanges?]>([
    ['CDK bootstrap', 'cloudformation:DescribeStacks'],
    ['Lambda concurrency', 'lambda:GetAccountSettings'],
    ['stacks', 'cloudformation:DescribeStacks'],
    ['waiting line', 'cloudformation:ListStackResources'],
    ['models', 'bedrock:GetFoundationModel'],
    ['model access', 'bedrock:GetFoundationModelAvailability'],
    ['model quotas', 'servicequotas:ListServiceQuotas'],
    ['hosted zone', 'route53:GetHostedZone', { settings: { domain } }],
    [
      'named certificate',
      'acm:DescribeCertificate',
      { settings: { domain: { name: 'example.com', certificateArn: CERTIFICATE } } },
    ],
    ['certificate', 'acm:ListCertificates', { settings: { domain } }],
    ['mail sender', 'ses:GetEmailIdentity', { settings: { ses: { fromAddress: 'no-reply@example.com' } } }],
    ['mail', 'ses:GetAccount', { settings: { ses: { fromAddress: 'no-reply@example.com' } } }],
    ['Marketplace', 'iam:SimulatePrincipalPolicy'],
  ])('leaves the result of the check "%s" unknown, and is named: %s', async (name, permission, changes) => {
    aws.denyEverything();

    const [finding] = await runCheck(name, changes);

    expect(finding).toBe(missingPermission(permission));
  });

  it('to list the buckets has another name than the operation', async () => {
    aws.mockAws({ ListBuckets: aws.awsError('AccessDenied') });

    expect(await runCheck('region', NOT_DEPLOYED)).toEqual([missingPermission('s3:ListAllMyBuckets')]);
  });

  it('to describe the stack leaves the results of Stripe and the site unknown, and the exit code is 0', async () => {
    aws.denyEverything();
    const names = ['CDK bootstrap', 'Stripe key', 'Stripe webhook', 'site'];

    const { code, lines } = await diagnose(CHECKS.filter(({ name }) => names.includes(name)));

    expect(code).toBe(0);
    expect(lines.filter((line) => line.startsWith('?'))).toHaveLength(names.length);
  });

  it('to read the secret is named by the checks of Stripe', async () => {
    aws.denyEverything();

    await expect(openStripeAccount('us-west-2', { StripeSecretArn: 'arn' })).rejects.toMatchObject({
      permission: 'secretsmanager:GetSecretValue',
    });
  });
});
