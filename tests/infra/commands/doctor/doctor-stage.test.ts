import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, unknown, warn, type Check } from '../../../../infra/commands/doctor/check.ts';
import { CHECKS } from '../../../../infra/commands/doctor/checks.ts';
import { doctorStage } from '../../../../infra/commands/doctor/doctor-stage.ts';
import { parseSettings } from '../../../../infra/stages/settings.ts';
import { ACCOUNT, awsError } from '../../support/patient.ts';
import { newTerminal } from '../../support/terminal.ts';

const settings = parseSettings({ stage: 'try' });
const sts = mockClient(STSClient);
const cloudformation = mockClient(CloudFormationClient);

const checks: Check[] = [
  { name: 'pictures', look: () => Promise.resolve([ok('All fine.'), warn('Soon over.', 'Replace it.')]) },
  { name: 'money', look: () => Promise.resolve([fail('Gone.', 'Find it.')]) },
  { name: 'nothing', look: () => Promise.resolve([]) },
  { name: 'weather', look: () => Promise.resolve([unknown('Cannot be seen.')]) },
];

async function run(which: readonly Check[]) {
  const { terminal, said } = newTerminal();
  const code = await doctorStage(settings, terminal, which);
  return { code, lines: said.join('\n').split('\n') };
}

beforeEach(() => {
  sts.reset();
  cloudformation.reset();
  sts
    .on(GetCallerIdentityCommand)
    .resolves({ Account: ACCOUNT, Arn: `arn:aws:iam::${ACCOUNT}:user/operator` });
});

describe("the doctor's report", () => {
  it('is a table of all that was found, then what to do, then the count', async () => {
    const { lines } = await run(checks);

    expect(lines).toEqual([
      '      check        found',
      '----  -----------  ---------------------------------------',
      'ok    credentials  Account 000000000000, as user operator.',
      'ok    pictures     All fine.',
      'warn  pictures     Soon over.',
      'FAIL  money        Gone.',
      '?     weather      Cannot be seen.',
      '',
      'What to do:',
      '  warn  pictures: Replace it.',
      '  FAIL  money: Find it.',
      '',
      '2 ok, 1 to look at, 1 failed, 1 unknown.',
    ]);
  });

  it.each([
    ['0 where nothing failed', checks.filter(({ name }) => name !== 'money'), 0],
    ['1 where something failed', checks, 1],
  ])('ends with %s', async (_, which, code) => {
    expect((await run(which)).code).toBe(code);
  });

  it('stops at the credentials where there are none: nothing else could be asked', async () => {
    sts.on(GetCallerIdentityCommand).rejects(awsError('CredentialsProviderError'));

    const { code, lines } = await run(checks);

    expect(code).toBe(1);
    expect(lines.at(-1)).toBe('0 ok, 0 to look at, 1 failed, 0 unknown.');
    expect(lines.join('\n')).not.toContain('pictures');
  });
});

describe('what several checks need', () => {
  it("is asked for once: the stack's outputs", async () => {
    cloudformation.on(DescribeStacksCommand).resolves({
      Stacks: [
        {
          StackName: 'Thumbforge-try',
          CreationTime: new Date(0),
          StackStatus: 'CREATE_COMPLETE',
          Outputs: [{ OutputKey: 'SiteUrl', OutputValue: 'https://one' }],
        },
      ],
    });
    const seen: unknown[] = [];
    const asks: Check = {
      name: 'asks',
      look: async ({ outputs }) => {
        seen.push(await outputs());
        return [];
      },
    };

    await run([asks, asks]);

    expect(seen).toEqual([{ SiteUrl: 'https://one' }, { SiteUrl: 'https://one' }]);
    expect(cloudformation.commandCalls(DescribeStacksCommand)).toHaveLength(1);
  });
});

describe('the checks', () => {
  it('have names of their own', () => {
    const names = CHECKS.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('Stripe webhook');
  });

  it('all end where AWS knows nothing of the stage and refuses everything', async () => {
    const everything = [sts, cloudformation];
    for (const client of everything) client.reset();
    sts
      .on(GetCallerIdentityCommand)
      .resolvesOnce({ Account: ACCOUNT, Arn: `arn:aws:iam::${ACCOUNT}:root` })
      .rejects(awsError('AccessDenied'));
    cloudformation.on(DescribeStacksCommand).rejects(awsError('AccessDenied'));

    const { code, lines } = await run(
      CHECKS.filter(({ name }) => ['regions', 'CDK bootstrap', 'Stripe key', 'site'].includes(name)),
    );

    expect(code).toBe(0);
    expect(lines.filter((line) => line.startsWith('?'))).toHaveLength(4);
  });
});
