import { beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../../infra/commands/command-line.ts';
import { destroyStage } from '../../../infra/commands/destroy.ts';
import { parseSettings } from '../../../infra/stages/settings.ts';
import { createTemplate, listCalls, mockAws, mockStack, resetAws } from '../support/aws.ts';
import { createTerminal } from '../support/terminal.ts';

const table = (DeletionPolicy: string) => ({ Type: 'AWS::DynamoDB::GlobalTable', DeletionPolicy });
const pool = { Type: 'AWS::Cognito::UserPool', DeletionPolicy: 'RetainExceptOnCreate' };
/** A resource without a deletion policy, which CloudFormation deletes. */
const fn = { Type: 'AWS::Lambda::Function' };
const DELETABLE = { Users: table('Delete'), Ledger: table('Delete'), Generate: fn };
const KEPT = { Users: table('Retain'), Ledger: table('Retain'), Pool: pool, Generate: fn };
const DESTROYED = [['destroy', 'Thumbforge-try', '--context', 'stage=try', '--force']];

beforeEach(() => resetAws());

function mockStage(
  Resources: object,
  StackName = 'Thumbforge-try',
  EnableTerminationProtection = false,
): void {
  mockStack(StackName, {}, { EnableTerminationProtection });
  mockAws({ GetTemplate: createTemplate(Resources) });
}

interface Destruction {
  keepData?: boolean;
  dryRun?: boolean;
  force?: boolean;
  /** The option --confirm. */
  confirmation?: string;
  /** The text that the operator types. Without it, no terminal can ask the operator. */
  answer?: string;
  cdkExitCode?: number;
  waf?: { enabled: boolean };
}

async function destroy(options: Destruction) {
  const { keepData = false, waf = { enabled: false }, dryRun = false, force = false } = options;
  const { confirmation, answer, cdkExitCode = 0 } = options;
  const { terminal, printed, warned } = createTerminal();
  const runs: string[][] = [];
  const exitCode = await destroyStage({
    settings: parseSettings({ stage: 'try', keepData, waf, alarmEmail: 'ops@example.com' }),
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
  return { exitCode, runs, text: printed.join('\n'), warned: warned.join('\n') };
}

describe('a stage without kept data', () => {
  beforeEach(() => mockStage(DELETABLE));

  it.each<[string, Destruction]>([
    ['its name is typed', { answer: 'try' }],
    ['its name is an option', { confirmation: 'try' }],
  ])('is deleted if %s', async (_, confirmed) => {
    expect(await destroy(confirmed)).toMatchObject({
      exitCode: 0,
      runs: DESTROYED,
      text: expect.stringContaining('try is deleted. Delete its webhook endpoint in Stripe too') as string,
    });
  });

  it.each<[string, Destruction]>([
    ['another name is typed', { answer: 'prod' }],
    ['nothing is typed', { answer: '' }],
    ['another name is an option', { confirmation: 'dev' }],
  ])('is listed but not deleted if %s', async (_, how) => {
    const { text, ...result } = await destroy(how);

    expect(result).toEqual({
      exitCode: 1,
      runs: [],
      warned: 'The name does not match. Nothing was deleted.',
    });
    expect(text).toContain('Account 000000000000, us-west-2\nStacks: Thumbforge-try');
    expect(text).toMatch(/DELETED +2 {2}tables: users/);
    expect(text).toMatch(/DELETED +1 {2}all other resources/);
    expect(text).not.toContain('kept');
  });

  it('is not deleted without a confirmation or a terminal', async () => {
    await expect(destroy({})).rejects.toThrow(UsageError);
  });

  it('is not deleted in a dry run, which lists its stack in us-east-1 too', async () => {
    mockStage(DELETABLE, 'Thumbforge-try-firewall');

    const { exitCode, runs, text } = await destroy({
      dryRun: true,
      confirmation: 'try',
      waf: { enabled: true },
    });

    expect([exitCode, runs]).toEqual([0, []]);
    expect(text).toContain('Stacks: Thumbforge-try-firewall, Thumbforge-try');
    expect(text).toMatch(/DELETED +4 {2}tables: users/);
    expect(text).toContain('Dry run: nothing was changed.');
  });

  it('is deleted with its stack in us-east-1 that the settings no longer use, which the CLI does not know', async () => {
    mockStack('Thumbforge-try-firewall', {}, { StackStatus: 'DELETE_COMPLETE' });
    mockAws({ DeleteStack: {} });

    const { exitCode, runs, text } = await destroy({ confirmation: 'try' });

    expect([exitCode, runs]).toEqual([0, DESTROYED]);
    expect(text).toContain('Stacks: Thumbforge-try-firewall, Thumbforge-try');
    expect(listCalls('DeleteStack')).toMatchObject([{ input: { StackName: 'Thumbforge-try-firewall' } }]);
  });

  it('is not reported as deleted if the CLI fails', async () => {
    const { exitCode, text } = await destroy({ confirmation: 'try', cdkExitCode: 1 });

    expect(exitCode).toBe(1);
    expect(text).not.toContain('is deleted');
  });
});

describe('a stage with kept data', () => {
  beforeEach(() => mockStage(KEPT));

  it.each([true, false])('is not deleted if the setting keepData is now %s', async (keepData) => {
    const { exitCode, runs, warned, text } = await destroy({ keepData, confirmation: 'try' });

    expect([exitCode, runs]).toEqual([1, []]);
    expect(warned).toContain('try keeps its data.');
    expect(text).toMatch(/kept +2 {2}tables: users/);
    expect(text).toMatch(/kept +1 {2}user pools/);
    expect(text).toMatch(/DELETED +1 {2}all other resources/);
  });

  it('is deleted with --force and its name', async () => {
    expect(await destroy({ keepData: true, force: true, answer: 'try' })).toMatchObject({
      exitCode: 0,
      runs: DESTROYED,
    });
  });
});

it('A stage with termination protection is not deleted, not even with --force', async () => {
  mockStage(DELETABLE, 'Thumbforge-try', true);

  expect(await destroy({ force: true, confirmation: 'try' })).toMatchObject({
    exitCode: 1,
    runs: [],
    warned: expect.stringContaining('Termination protection is on for Thumbforge-try.') as string,
  });
});

it('The deletion of a stage that is not deployed reports this without a question', async () => {
  expect(await destroy({})).toMatchObject({
    exitCode: 0,
    runs: [],
    text: 'The stage try is not deployed in this account.',
  });
});
