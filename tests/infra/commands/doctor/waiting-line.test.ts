import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, GetEventSourceMappingCommand } from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, it } from 'vitest';
import { waitingLine } from '../../../../infra/commands/doctor/waiting-line.ts';
import {
  awsError,
  cloudformation,
  denyEverything,
  lambda,
  listCalls,
  resetAws,
  sqs,
} from '../../support/aws.ts';
import { missingPermission, NOT_DEPLOYED, runCheck } from '../../support/doctor.ts';

const QUEUE = 'https://sqs.us-west-2.amazonaws.com/000000000000/queue';
const DEAD_LETTERS = 'https://sqs.us-west-2.amazonaws.com/000000000000/dead-letters';
const SOURCE = '14e0db71-5ad2-4fb5-9bd4-5ad2e8d2cbe9';

const RESOURCES = [
  ['WaitingLineQueue1A2B', 'AWS::SQS::Queue', QUEUE],
  ['WaitingLineQueuePolicy3C4D', 'AWS::SQS::QueuePolicy', 'the policy'],
  ['WaitingLineDeadLetters5E6F', 'AWS::SQS::Queue', DEAD_LETTERS],
  ['WaitingLineDeadLettersPolicy7A8B', 'AWS::SQS::QueuePolicy', 'the other policy'],
  ['WaitingLineSource9C0D', 'AWS::Lambda::EventSourceMapping', SOURCE],
  ['Site', 'AWS::S3::Bucket', 'site'],
] as const;

function mockResources(resources: readonly (readonly [string, string, string])[]): void {
  const StackResourceSummaries = resources.map(([LogicalResourceId, ResourceType, PhysicalResourceId]) => ({
    LogicalResourceId,
    ResourceType,
    PhysicalResourceId,
    LastUpdatedTimestamp: new Date(0),
    ResourceStatus: 'CREATE_COMPLETE' as const,
  }));
  cloudformation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries });
}

const mockMessages = (QueueUrl: string, count: number) =>
  sqs
    .on(GetQueueAttributesCommand, { QueueUrl })
    .resolves({ Attributes: { ApproximateNumberOfMessages: String(count) } });

beforeEach(() => {
  resetAws();
  mockResources(RESOURCES);
  mockMessages(QUEUE, 3);
  mockMessages(DEAD_LETTERS, 0);
  lambda.on(GetEventSourceMappingCommand, { UUID: SOURCE }).resolves({ State: 'Enabled' });
});

const FINE = [
  'ok The queue has 3 messages ready, and no dead letters.',
  'ok generate-waiting receives the messages of the queue.',
  'ok generate-waiting runs up to 14 times at once.',
];

describe('doctor, waiting line:', () => {
  it('reports a line that works', async () => {
    expect(await runCheck(waitingLine)).toEqual(FINE);
  });

  it('warns of dead letters', async () => {
    mockMessages(DEAD_LETTERS, 2);

    expect((await runCheck(waitingLine))[0]).toBe(
      'warn The dead-letter queue has 2 messages: generations that could not be continued. Their credits are refunded. -> Read "Dead letters" in docs/runbook.md.',
    );
  });

  it('fails for a queue that was deleted', async () => {
    sqs.on(GetQueueAttributesCommand, { QueueUrl: DEAD_LETTERS }).rejects(awsError('QueueDoesNotExist'));

    expect((await runCheck(waitingLine))[0]).toMatch(/^FAIL A queue of the waiting line was deleted/);
  });

  it.each(['Disabled', 'Disabling', 'Creating'])('fails for an event source that is %s', async (State) => {
    lambda.on(GetEventSourceMappingCommand).resolves({ State });

    expect((await runCheck(waitingLine))[1]).toBe(
      `FAIL generate-waiting does not receive the messages of the queue: its event source is ${State.toLowerCase()}. -> Run: aws lambda update-event-source-mapping --uuid ${SOURCE} --enabled --region us-west-2`,
    );
  });

  it.each([
    [15, 'ok'],
    [14, 'warn'],
    [10, 'warn'],
  ])('compares the worker with %i unreserved executions: %s', async (unreserved, status) => {
    lambda.on(GetAccountSettingsCommand).resolves({
      AccountLimit: { ConcurrentExecutions: 1_000, UnreservedConcurrentExecutions: unreserved },
    });

    expect((await runCheck(waitingLine))[2]).toMatch(
      new RegExp(`^${status} generate-waiting runs up to 14 times`),
    );
  });

  it('fails for a stack of a version without the line', async () => {
    mockResources(RESOURCES.slice(0, 2));

    expect(await runCheck(waitingLine)).toEqual([
      'FAIL The stack has no waiting line. -> Run: npm run deploy -- --stage try',
    ]);
  });

  it.each([
    ['before the first deployment', NOT_DEPLOYED],
    ['without the line', { settings: { longestWaitSeconds: 0 } }],
  ])('reports nothing %s', async (_, changes) => {
    expect(await runCheck(waitingLine, changes)).toEqual([]);
    expect(listCalls()).toEqual([]);
  });

  it('names the permission that it lacks', async () => {
    denyEverything();

    expect(await runCheck(waitingLine)).toEqual([missingPermission('cloudformation:ListStackResources')]);
  });
});
