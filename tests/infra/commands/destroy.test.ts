import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../../infra/commands/command-line.ts';
import { destroyStage } from '../../../infra/commands/destroy.ts';
import { parseSettings } from '../../../infra/stages/settings.ts';
import { awsError, deployedStack } from '../support/aws.ts';
import { createTerminal } from '../support/terminal.ts';

const table = (DeletionPolicy: string) => ({ Type: 'AWS::DynamoDB::Table', DeletionPolicy });
const pool = { Type: 'AWS::Cognito::UserPool', DeletionPolicy: 'RetainExceptOnCreate' };
/** Without a deletion policy: CloudFormation deletes it. */
const fn = { Type: 'AWS::Lambda::Function' };
const DEV = { Users: table('Delete'), Ledger: table('Delete'), Generate: fn };
const PROD = { Users: table('Retain'), Ledger: table('Retain'), Pool: pool, Generate: fn };

const cloudformation = mockClient(CloudFormationClient);
let runs: string[][];

beforeEach(() => {
  runs = [];
  cloudformation.reset();
  cloudformation.on(DescribeStacksCommand).rejects(awsError('ValidationError'));
});

function mockStack(
  Resources: object,
  StackName = 'Thumbforge-try',
  EnableTerminationProtection = false,
): void {
  cloudformation
    .on(DescribeStacksCommand, { StackName })
    .resolves(deployedStack(StackName, {}, { EnableTerminationProtection }));
  cloudformation.on(GetTemplateCommand).resolves({ TemplateBody: JSON.stringify({ Resources }) });
}

interface Destruction {
  keepData?: boolean;
  dryRun?: boolean;
  force?: boolean;
  confirmation?: string;
  answer?: string;
  cdkExitCode?: number;
  waf?: { enabled: boolean };
}

async function destroy({
  keepData = false,
  dryRun = false,
  force = false,
  confirmation,
  answer,
  cdkExitCode = 0,
  waf = { enabled: false },
}: Destruction) {
  const { terminal, printed, warned } = createTerminal();
  const exitCode = await destroyStage({
    settings: parseSettings({ stage: 'try', keepData, waf }),
    dryRun,
    force,
    confirmation,
    ask: answer === undefined ? undefined : () => Promise.resolve(answer),
    terminal,
    cdk: (args) => {
      runs.push(args);
      return Promise.resolve(cdkExitCode);
    },
  });
  return { exitCode, warned, text: printed.join('\n') };
}

describe('a stage without kept data', () => {
  beforeEach(() => mockStack(DEV));

  it.each<[string, Destruction]>([
    ['its name is typed', { answer: 'try' }],
    ['its name is an option', { confirmation: 'try' }],
  ])('is deleted if %s', async (_, confirmed) => {
    const { exitCode, text } = await destroy(confirmed);

    expect(exitCode).toBe(0);
    expect(runs).toEqual([['destroy', '--all', '--context', 'stage=try', '--force']]);
    expect(text).toContain('try is deleted. Delete its webhook endpoint in Stripe too');
  });

  it('is listed before the question: everything would be deleted', async () => {
    const { text } = await destroy({ answer: 'no' });

    expect(text).toContain('Stacks: Thumbforge-try');
    expect(text).toMatch(/DELETED +2 {2}tables: users/);
    expect(text).toMatch(/DELETED +1 {2}all other resources/);
    expect(text).not.toContain('kept');
  });

  it.each<[string, Destruction]>([
    ['another name is typed', { answer: 'prod' }],
    ['nothing is typed', { answer: '' }],
    ['another name is an option', { confirmation: 'dev' }],
  ])('is not deleted if %s', async (_, how) => {
    const { exitCode, warned } = await destroy(how);

    expect([exitCode, warned, runs]).toEqual([1, ['The name does not match. Nothing was deleted.'], []]);
  });

  it('is not deleted without a confirmation or a terminal', async () => {
    await expect(destroy({})).rejects.toThrow(UsageError);
    expect(runs).toEqual([]);
  });

  it('is not deleted in a dry run', async () => {
    const { exitCode, text } = await destroy({ dryRun: true, confirmation: 'try' });

    expect(exitCode).toBe(0);
    expect(text).toContain('Dry run: nothing was changed.');
    expect(runs).toEqual([]);
  });

  it('is not reported as deleted if the CLI fails', async () => {
    const { exitCode, text } = await destroy({ confirmation: 'try', cdkExitCode: 1 });

    expect(exitCode).toBe(1);
    expect(text).not.toContain('is deleted');
  });

  it('is listed with its stack in us-east-1', async () => {
    mockStack(DEV, 'Thumbforge-try-edge');

    const { text } = await destroy({ dryRun: true, waf: { enabled: true } });

    expect(text).toContain('Stacks: Thumbforge-try-edge, Thumbforge-try');
    expect(text).toMatch(/DELETED +4 {2}tables: users/);
  });
});

describe('a stage with kept data', () => {
  beforeEach(() => mockStack(PROD));

  it.each([true, false])('is not deleted, also if keepData is now %s', async (keepData) => {
    const { exitCode, warned, text } = await destroy({ keepData, confirmation: 'try' });

    expect(exitCode).toBe(1);
    expect(warned.join()).toContain('try keeps its data.');
    expect(text).toMatch(/kept +2 {2}tables: users/);
    expect(text).toMatch(/kept +1 {2}user pools/);
    expect(text).toMatch(/DELETED +1 {2}all other resources/);
    expect(runs).toEqual([]);
  });

  it('is deleted with --force and its name', async () => {
    const { exitCode } = await destroy({ keepData: true, force: true, answer: 'try' });

    expect(exitCode).toBe(0);
    expect(runs).toHaveLength(1);
  });
});

describe('another stage', () => {
  it('is not deleted with termination protection, not even with --force', async () => {
    mockStack(DEV, 'Thumbforge-try', true);

    const { exitCode, warned } = await destroy({ force: true, confirmation: 'try' });

    expect(exitCode).toBe(1);
    expect(warned.join()).toContain('Termination protection is on for Thumbforge-try.');
    expect(runs).toEqual([]);
  });

  it('is reported if it is not deployed, without a question', async () => {
    const { exitCode, text } = await destroy({});

    expect([exitCode, text, runs]).toEqual([0, 'The stage try is not deployed in this account.', []]);
  });
});
