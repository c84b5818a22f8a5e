import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../../infra/commands/command-line.ts';
import { destroyStage } from '../../../infra/commands/destroy/destroy-stage.ts';
import { parseSettings } from '../../../infra/stages/settings.ts';
import { awsError } from '../support/patient.ts';
import { newTerminal } from '../support/terminal.ts';

/** As the CDK writes them: what a policy does not name is deleted. */
const table = (DeletionPolicy: string) => ({ Type: 'AWS::DynamoDB::Table', DeletionPolicy });
const kept = { Type: 'AWS::Cognito::UserPool', DeletionPolicy: 'RetainExceptOnCreate' };
const gone = { Type: 'AWS::Lambda::Function' };
const DEV = { Users: table('Delete'), Ledger: table('Delete'), Generate: gone };
const PROD = { Users: table('Retain'), Ledger: table('Retain'), Pool: kept, Generate: gone };

const cloudformation = mockClient(CloudFormationClient);
let runs: string[][];

beforeEach(() => {
  runs = [];
  cloudformation.reset();
  cloudformation.on(DescribeStacksCommand).rejects(awsError('ValidationError'));
});

/** Deploys a template, as the CDK would have it. */
function isDeployed(Resources: object, EnableTerminationProtection = false): void {
  cloudformation.on(DescribeStacksCommand, { StackName: 'Thumbforge-try' }).resolves({
    Stacks: [
      {
        StackName: 'Thumbforge-try',
        CreationTime: new Date(0),
        StackStatus: 'CREATE_COMPLETE',
        EnableTerminationProtection,
      },
    ],
  });
  cloudformation.on(GetTemplateCommand).resolves({ TemplateBody: JSON.stringify({ Resources }) });
}

async function destroy({
  keepData = false,
  dryRun = false,
  force = false,
  confirmed = undefined as string | undefined,
  answer = undefined as string | undefined,
  code = 0,
  waf = { enabled: false },
}) {
  const { terminal, said, warned } = newTerminal();
  const exit = await destroyStage({
    settings: parseSettings({ stage: 'try', keepData, waf }),
    dryRun,
    force,
    confirmed,
    ask: answer === undefined ? undefined : () => Promise.resolve(answer),
    terminal,
    cdk: (args) => {
      runs.push(args);
      return Promise.resolve(code);
    },
  });
  return { exit, warned, text: said.join('\n') };
}

describe('a stage that keeps nothing', () => {
  beforeEach(() => isDeployed(DEV));

  it.each([
    ['the name typed', { answer: 'try' }],
    ['the name given', { confirmed: 'try' }],
  ])('goes with %s', async (_, how) => {
    const { exit, text } = await destroy(how);

    expect(exit).toBe(0);
    expect(runs).toEqual([['destroy', '--all', '--context', 'stage=try', '--force']]);
    expect(text).toContain('try is gone. In Stripe its webhook endpoint is left');
  });

  it('is shown before anything is asked: all of it goes', async () => {
    const { text } = await destroy({ answer: 'no' });

    expect(text).toContain('Stacks: Thumbforge-try');
    expect(text).toMatch(/GOES +2 {2}tables: users/);
    expect(text).toMatch(/GOES +1 {2}everything else/);
    expect(text).not.toContain('stays');
  });

  it.each([
    ['another name', { answer: 'prod' }],
    ['nothing', { answer: '' }],
    ['another name with the command', { confirmed: 'dev' }],
  ])('stays where %s is typed', async (_, how) => {
    const { exit, warned } = await destroy(how);

    expect({ exit, warned }).toEqual({ exit: 1, warned: ['Nothing was done.'] });
    expect(runs).toEqual([]);
  });

  it('stays where nobody can be asked', async () => {
    await expect(destroy({})).rejects.toThrow(UsageError);
    expect(runs).toEqual([]);
  });

  it('stays in a dry run', async () => {
    const { exit, text } = await destroy({ dryRun: true, confirmed: 'try' });

    expect(exit).toBe(0);
    expect(text).toContain('A dry run: nothing of this was done.');
    expect(runs).toEqual([]);
  });

  it('whose deletion fails is not said to be gone', async () => {
    const { exit, text } = await destroy({ confirmed: 'try', code: 1 });

    expect(exit).toBe(1);
    expect(text).not.toContain('gone');
  });
});

describe('a stage that keeps its data', () => {
  beforeEach(() => isDeployed(PROD));

  it.each([true, false])('is refused, whatever the settings say by now (keepData %s)', async (keepData) => {
    const { exit, warned, text } = await destroy({ keepData, confirmed: 'try' });

    expect(exit).toBe(1);
    expect(warned.join()).toContain('try keeps its data.');
    expect(text).toMatch(/stays +2 {2}tables: users/);
    expect(text).toMatch(/stays +1 {2}user pools/);
    expect(text).toMatch(/GOES +1 {2}everything else/);
    expect(runs).toEqual([]);
  });

  it('goes where that is forced, and its name is typed', async () => {
    const { exit } = await destroy({ keepData: true, force: true, answer: 'try' });

    expect(exit).toBe(0);
    expect(runs).toHaveLength(1);
  });
});

describe('a stack that CloudFormation protects', () => {
  it('is refused, even where it is forced', async () => {
    isDeployed(DEV, true);

    const { exit, warned } = await destroy({ force: true, confirmed: 'try' });

    expect(exit).toBe(1);
    expect(warned.join()).toContain('CloudFormation protects Thumbforge-try');
    expect(runs).toEqual([]);
  });
});

describe('a stage with a stack in us-east-1 too', () => {
  it('is shown with both', async () => {
    isDeployed(DEV);
    cloudformation.on(DescribeStacksCommand, { StackName: 'Thumbforge-try-edge' }).resolves({
      Stacks: [
        { StackName: 'Thumbforge-try-edge', CreationTime: new Date(0), StackStatus: 'CREATE_COMPLETE' },
      ],
    });

    const { text } = await destroy({ dryRun: true, waf: { enabled: true } });

    expect(text).toContain('Stacks: Thumbforge-try-edge, Thumbforge-try');
    expect(text).toMatch(/GOES +4 {2}tables: users/);
  });
});

describe('a stage that is not there', () => {
  it('is said to be none, and nothing is asked', async () => {
    const { exit, text } = await destroy({});

    expect({ exit, text }).toEqual({ exit: 0, text: 'There is nothing of try in this account.' });
    expect(runs).toEqual([]);
  });
});
