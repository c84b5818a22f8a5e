import {
  ListStackResourcesCommand,
  ListStacksCommand,
  type ResourceStatus,
  type StackStatus,
} from '@aws-sdk/client-cloudformation';
import { HeadBucketCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { leftovers, stacks } from '../../../../infra/commands/doctor/stacks.ts';
import { ACCOUNT, cloudformation, mockStack, resetAws, s3 } from '../../support/aws.ts';
import { listProblems, NOT_DEPLOYED, runCheck } from '../../support/doctor.ts';

beforeEach(() => resetAws());

describe('doctor, stacks:', () => {
  const run = (StackStatus: StackStatus) => {
    mockStack('Thumbforge-try', {}, { StackStatus });
    return runCheck(stacks);
  };
  const STATE = (status: string) => `Thumbforge-try is in the state ${status}.`;
  const CORRECT = "Correct the error in the stack's events.";
  const DELETE = 'aws cloudformation delete-stack --stack-name Thumbforge-try --region us-west-2';
  const ROLL_BACK = 'Run: npx cdk rollback Thumbforge-try --context stage=try';

  it.each<[StackStatus, string]>([
    ['CREATE_COMPLETE', `ok ${STATE('CREATE_COMPLETE')}`],
    ['UPDATE_ROLLBACK_COMPLETE', `ok ${STATE('UPDATE_ROLLBACK_COMPLETE')}`],
    ['REVIEW_IN_PROGRESS', 'ok Thumbforge-try is not created yet.'],
    ['CREATE_FAILED', `FAIL ${STATE('CREATE_FAILED')} -> Run: ${DELETE}`],
    ['DELETE_FAILED', `FAIL ${STATE('DELETE_FAILED')} -> ${CORRECT} Then run: ${DELETE}`],
    ['UPDATE_FAILED', `FAIL ${STATE('UPDATE_FAILED')} -> ${ROLL_BACK}`],
    ['UPDATE_ROLLBACK_FAILED', `FAIL ${STATE('UPDATE_ROLLBACK_FAILED')} -> ${CORRECT} ${ROLL_BACK}`],
    [
      'UPDATE_ROLLBACK_IN_PROGRESS',
      `FAIL ${STATE('UPDATE_ROLLBACK_IN_PROGRESS')} -> Wait until it ends: see the stack's events in the CloudFormation console.`,
    ],
    [
      'ROLLBACK_COMPLETE',
      `warn The first deployment of Thumbforge-try failed; it serves nothing (ROLLBACK_COMPLETE). -> ${CORRECT} Then run: npm run deploy -- --stage try (it deletes the stack and creates it again)`,
    ],
  ])('says what to do about a stack in the state %s', async (status, finding) => {
    expect(await run(status)).toEqual([finding]);
  });

  it('warns about a stack in us-east-1 that the settings no longer use', async () => {
    mockStack('Thumbforge-try-edge');

    expect(await runCheck(stacks)).toEqual([
      'warn The settings no longer use the stack Thumbforge-try-edge, and a deployment does not delete it. -> After the next deployment, run: aws cloudformation delete-stack --stack-name Thumbforge-try-edge --region us-east-1',
    ]);
  });
});

describe('doctor, leftovers:', () => {
  const BUCKET = `thumbforge-try-images-${ACCOUNT}-us-west-2`;
  const EXISTS = `FAIL The bucket ${BUCKET} exists, but no stack owns it: a deployment would fail.`;
  const keepResources = (StackName: string) =>
    cloudformation.on(ListStackResourcesCommand, { StackName }).resolves({
      StackResourceSummaries: [
        ['AWS::S3::Bucket', BUCKET, 'DELETE_SKIPPED'],
        ['AWS::DynamoDB::Table', 'Thumbforge-try-Users-1', 'DELETE_SKIPPED'],
        ['AWS::IAM::Role', 'role', 'DELETE_COMPLETE'],
      ].map(([ResourceType, PhysicalResourceId, ResourceStatus]) => ({
        ResourceType,
        PhysicalResourceId,
        ResourceStatus: ResourceStatus as ResourceStatus,
        LogicalResourceId: '',
        LastUpdatedTimestamp: new Date(0),
      })),
    });
  const KEPT =
    'warn An earlier stack left resources, which the new stack does not use: AWS::DynamoDB::Table Thumbforge-try-Users-1.';

  it('are not looked for while the stage is deployed', async () => {
    expect(await runCheck(leftovers)).toEqual([]);
    expect([s3.calls(), cloudformation.calls()]).toEqual([[], []]);
  });

  it('do not exist in a new account', async () => {
    expect(await runCheck(leftovers, NOT_DEPLOYED)).toEqual(['ok No earlier stack left anything.']);
  });

  it.each([
    [
      true,
      `To use it again, run: npm run deploy -- --stage try --import. Otherwise delete it with its images:`,
    ],
    [false, 'If you do not need it, delete it with its images:'],
  ])('block a deployment if the bucket exists, with what to do (keepData: %s)', async (keepData, fix) => {
    s3.on(HeadBucketCommand).resolves({});

    expect(await runCheck(leftovers, { ...NOT_DEPLOYED, settings: { keepData } })).toEqual([
      `${EXISTS} -> ${fix} aws s3 rb s3://${BUCKET} --force`,
    ]);
  });

  it('of a deleted stack are listed', async () => {
    cloudformation.on(ListStacksCommand).resolves({
      StackSummaries: ['other', 'newest', 'older'].map((StackId) => ({
        StackId,
        StackName: StackId === 'other' ? 'Other' : 'Thumbforge-try',
        CreationTime: new Date(0),
        StackStatus: 'DELETE_COMPLETE' as const,
      })),
    });
    keepResources('newest');
    s3.on(HeadBucketCommand).resolves({});

    expect(await listProblems(leftovers, NOT_DEPLOYED)).toEqual([EXISTS, KEPT]);
  });

  it('of a first deployment that failed are listed', async () => {
    keepResources('failed');
    const stack = { StackId: 'failed', StackName: 'x', CreationTime: new Date(0) };

    expect(
      await listProblems(leftovers, {
        stack: () => Promise.resolve({ ...stack, StackStatus: 'ROLLBACK_COMPLETE' }),
      }),
    ).toEqual([KEPT]);
  });
});
