import { readFile, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recoverStage } from '../../../infra/commands/recover.ts';
import { parseSettings } from '../../../infra/stages/settings.ts';
import { awsError, listCalls, mockAws, mockStack, resetAws } from '../support/aws.ts';
import { createTerminal } from '../support/terminal.ts';

const TEMPLATE = {
  Resources: {
    DataUsers: { Type: 'AWS::DynamoDB::GlobalTable', DeletionPolicy: 'Retain', Properties: { Keys: 1 } },
    DataNew: { Type: 'AWS::DynamoDB::GlobalTable', DeletionPolicy: 'Retain', Properties: {} },
    Pool: {
      Type: 'AWS::Cognito::UserPool',
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { LambdaConfig: { PostConfirmation: { 'Fn::GetAtt': ['Welcome', 'Arn'] } }, Name: 'users' },
    },
    Keys: { Type: 'AWS::SecretsManager::Secret', DeletionPolicy: 'Retain', Properties: {} },
    Counters: { Type: 'AWS::DynamoDB::GlobalTable', DeletionPolicy: 'Delete', Properties: {} },
    Welcome: { Type: 'AWS::Lambda::Function', Properties: {} },
  },
};
const policies = { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' };
const IMPORTED = {
  DataUsers: { Type: 'AWS::DynamoDB::GlobalTable', ...policies, Properties: { Keys: 1 } },
  Pool: { Type: 'AWS::Cognito::UserPool', ...policies, Properties: { Name: 'users' } },
};
const CHANGES = ['CreateChangeSet', 'ExecuteChangeSet'];
const FILE = new URL('../../../build/recovery/try.template.json', import.meta.url);

/** Deleted stacks with what each of them left. */
function mockDeletedStacks(left: Record<string, readonly string[]>): void {
  mockAws({
    ListStacks: {
      StackSummaries: Object.keys(left).map((StackId) => ({ StackId, StackName: 'Thumbforge-try' })),
    },
    ListStackResources: ({ input }) => ({
      StackResourceSummaries: (left[String(input['StackName'])] ?? []).map((line) => {
        const [ResourceType, LogicalResourceId, PhysicalResourceId, ResourceStatus = 'DELETE_SKIPPED'] =
          line.split(' ');
        return { ResourceType, LogicalResourceId, PhysicalResourceId, ResourceStatus };
      }),
    }),
    CreateChangeSet: {},
    DescribeChangeSet: { Status: 'CREATE_COMPLETE' },
    DescribeTable: {},
    DescribeUserPool: {},
    HeadBucket: {},
    ExecuteChangeSet: () => {
      mockStack('Thumbforge-try', {}, { StackStatus: 'IMPORT_COMPLETE' });
      return {};
    },
  });
}

/** The ID of a stack of the stage. */
const stackId = (id: string) => `arn:aws:cloudformation:us-west-2:000000000000:stack/Thumbforge-try/${id}`;
const LEFT = ['AWS::DynamoDB::GlobalTable DataUsers users-1', 'AWS::Cognito::UserPool Pool us-west-2_1'];

beforeEach(() => resetAws());
afterEach(() => rm(FILE, { force: true }));

async function recover(options: { from?: string | undefined; dryRun?: boolean } = {}) {
  const { terminal, printed } = createTerminal();
  const exitCode = await recoverStage({
    settings: parseSettings({ stage: 'try' }),
    template: TEMPLATE,
    from: options.from,
    dryRun: options.dryRun ?? false,
    terminal,
  });
  return { exitCode, text: printed.join('\n') };
}

const listChanges = () => CHANGES.flatMap((operation) => listCalls(operation)).map(({ input }) => input);

describe('the recovery of a stage', () => {
  it('imports what the deleted stack left under the old logical IDs, and says what is missing', async () => {
    mockDeletedStacks({ deleted: LEFT });

    const { exitCode, text } = await recover();

    expect(exitCode).toBe(0);
    const [created, executed] = listChanges();
    expect(created).toEqual({
      StackName: 'Thumbforge-try',
      ChangeSetName: 'recovery',
      ChangeSetType: 'IMPORT',
      TemplateBody: expect.any(String) as string,
      ResourcesToImport: [
        {
          LogicalResourceId: 'DataUsers',
          ResourceType: 'AWS::DynamoDB::GlobalTable',
          ResourceIdentifier: { TableName: 'users-1' },
        },
        {
          LogicalResourceId: 'Pool',
          ResourceType: 'AWS::Cognito::UserPool',
          ResourceIdentifier: { UserPoolId: 'us-west-2_1' },
        },
      ],
    });
    expect(JSON.parse(String(created?.['TemplateBody']))).toMatchObject({ Resources: IMPORTED });
    expect(executed).toEqual({ StackName: 'Thumbforge-try', ChangeSetName: 'recovery' });
    expect(text).toMatch(/DataNew +NOT FOUND: the deployment creates an empty one/);
    expect(text).toContain('Next, run: npm run deploy -- --stage try');
  });

  it('only writes the template in a dry run', async () => {
    mockDeletedStacks({ deleted: LEFT });

    expect((await recover({ dryRun: true })).exitCode).toBe(0);

    expect(listChanges()).toEqual([]);
    expect(JSON.parse(await readFile(FILE, 'utf8'))).toMatchObject({ Resources: IMPORTED });
  });

  it('asks for the stack if several deleted stacks left something, and takes the named stack', async () => {
    const [newest, empty, older] = ['newest', 'empty', 'older'].map(stackId);
    mockDeletedStacks({ [`${newest}`]: LEFT.slice(0, 1), [`${empty}`]: [], [`${older}`]: LEFT });

    await expect(recover()).rejects.toThrow(
      `Several deleted stacks left something. Choose one, the newest first:\n  --from ${newest}  (1 resources)\n  --from ${older}  (2 resources)`,
    );
    await recover({ from: newest });

    expect(listChanges()[0]).toMatchObject({ ResourcesToImport: [{ LogicalResourceId: 'DataUsers' }] });
  });

  it('is refused while the stack exists, and if nothing of the template is left', async () => {
    await expect(recover()).rejects.toThrow('No deleted stack left anything.');
    mockDeletedStacks({ deleted: ['AWS::S3::Bucket DataUsers images-1'] });
    await expect(recover()).rejects.toThrow('None of the resources that the stack left is in the template.');
    mockStack('Thumbforge-try');

    await expect(recover()).rejects.toThrow('Thumbforge-try exists.');
    expect(listChanges()).toEqual([]);
  });

  it('is repeated after an import that failed, in place of the empty stack that it left', async () => {
    mockStack('Thumbforge-try', {}, { StackStatus: 'IMPORT_ROLLBACK_COMPLETE' });
    mockDeletedStacks({ deleted: LEFT });
    mockAws({
      DeleteStack: () => {
        mockStack('Thumbforge-try', {}, { StackStatus: 'DELETE_COMPLETE' });
        return {};
      },
    });

    await recover();

    expect(listCalls('DeleteStack')).toMatchObject([{ input: { StackName: 'Thumbforge-try' } }]);
    expect(listChanges()).toHaveLength(2);
  });

  it('lists in a dry run what it would delete with an unfinished stack', async () => {
    mockStack('Thumbforge-try', {}, { StackStatus: 'ROLLBACK_FAILED' });
    mockDeletedStacks({
      deleted: LEFT,
      'Thumbforge-try': [
        'AWS::S3::Bucket Images images-1 DELETE_FAILED',
        'AWS::Lambda::Function Welcome welcome-1 DELETE_COMPLETE',
      ],
    });

    const { text } = await recover({ dryRun: true });

    expect(text).toContain(
      'The unfinished stack Thumbforge-try (ROLLBACK_FAILED) is deleted first, with its resources:\n  AWS::S3::Bucket Images images-1\nDry run',
    );
    expect(listCalls('DeleteStack')).toEqual([]);
  });

  it('leaves a stack alone that is in use and has failed to import something', async () => {
    mockStack('Thumbforge-try', {}, { StackStatus: 'IMPORT_ROLLBACK_COMPLETE' });
    mockDeletedStacks({ deleted: LEFT });
    const inUse = ['IMPORT_ROLLBACK_COMPLETE', 'UPDATE_COMPLETE'].map((ResourceStatus) => ({
      ResourceStatus,
    }));
    mockAws({ ListStackResources: { StackResourceSummaries: inUse } });

    await expect(recover()).rejects.toThrow('Thumbforge-try exists.');
    expect(listCalls('DeleteStack')).toEqual([]);
  });

  it('refuses the stack of another stage', async () => {
    mockDeletedStacks({ other: LEFT });

    await expect(recover({ from: stackId('1').replace('-try', '-prod') })).rejects.toThrow(
      'is not the ID of a stack Thumbforge-try.',
    );
    expect(listChanges()).toEqual([]);
  });

  it('imports the other resources if a kept resource has been deleted', async () => {
    mockDeletedStacks({ deleted: LEFT });
    mockAws({ DescribeUserPool: awsError('ResourceNotFoundException') });

    const { text } = await recover();

    expect(text).toMatch(/Pool +NOT FOUND/);
    expect(listChanges()[0]).toMatchObject({ ResourcesToImport: [{ LogicalResourceId: 'DataUsers' }] });
    mockAws({ DescribeUserPool: awsError('AccessDeniedException') });
    await expect(recover({ dryRun: true })).rejects.toThrow();
  });

  it('does not import a secret that is being deleted', async () => {
    mockDeletedStacks({ deleted: [...LEFT, 'AWS::SecretsManager::Secret Keys keys-1'] });
    mockAws({ DescribeSecret: { DeletedDate: new Date(0) } });

    const { text } = await recover();

    expect(text).toMatch(/Keys +NOT FOUND/);
    expect(listChanges()[0]).toMatchObject({
      ResourcesToImport: [{ LogicalResourceId: 'DataUsers' }, { LogicalResourceId: 'Pool' }],
    });
  });

  it('fails if CloudFormation refuses the import', async () => {
    mockDeletedStacks({ deleted: LEFT });
    mockAws({ CreateChangeSet: awsError('ValidationError') });

    await expect(recover()).rejects.toMatchObject({ name: 'ValidationError' });
  });
});
