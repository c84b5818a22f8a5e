import { expect, it } from 'vitest';
import { awsError, limitConcurrency, listCalls, mockStack, resetAws } from '../../support/aws.ts';
import { NOT_DEPLOYED, runCheck, testCheck } from '../../support/doctor.ts';

const DEPLOY = 'Run: npm run deploy -- --stage try';

const describeStack = (StackStatus: string, StackName = 'Thumbforge-try', more: object = {}) => ({
  aws: {
    DescribeStacks: ({ input }: { input: object }) =>
      'StackName' in input && input.StackName === StackName
        ? { Stacks: [{ StackName, StackStatus, ...more }] }
        : awsError('ValidationError'),
  },
});
const state = (status: string) => `Thumbforge-try is in the state ${status}.`;
const CORRECT = "Correct the error in the stack's events.";
const DELETE = 'aws cloudformation delete-stack --stack-name Thumbforge-try --region us-west-2';
const ROLL_BACK = 'Run: npx cdk rollback Thumbforge-try --context stage=try';
const refuse = (status: string, fix: string): [object, string] => [
  describeStack(status),
  `FAIL ${state(status)} -> ${fix}`,
];
testCheck('stacks', {
  'accepts a stack': [describeStack('CREATE_COMPLETE'), `ok ${state('CREATE_COMPLETE')}`],
  'accepts a stack that was rolled back': [
    describeStack('UPDATE_ROLLBACK_COMPLETE'),
    `ok ${state('UPDATE_ROLLBACK_COMPLETE')}`,
  ],
  'accepts a change set': [describeStack('REVIEW_IN_PROGRESS'), 'ok Thumbforge-try is not created yet.'],
  'deletes after CREATE_FAILED': refuse('CREATE_FAILED', `Run: ${DELETE}`),
  'ends the protection of a stack that it tells to delete': [
    describeStack('CREATE_FAILED', 'Thumbforge-try', { EnableTerminationProtection: true }),
    `FAIL ${state('CREATE_FAILED')} -> Run: aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name Thumbforge-try --region us-west-2, then ${DELETE}`,
  ],
  'deletes again after DELETE_FAILED': refuse('DELETE_FAILED', `${CORRECT} Then run: ${DELETE}`),
  'rolls back after UPDATE_FAILED': refuse('UPDATE_FAILED', ROLL_BACK),
  'rolls back again after UPDATE_ROLLBACK_FAILED': refuse(
    'UPDATE_ROLLBACK_FAILED',
    `${CORRECT} ${ROLL_BACK}`,
  ),
  'waits for UPDATE_ROLLBACK_IN_PROGRESS': [
    describeStack('UPDATE_ROLLBACK_IN_PROGRESS'),
    `FAIL ${state('UPDATE_ROLLBACK_IN_PROGRESS')} -> Wait until it ends: see the stack's events in the CloudFormation console.`,
  ],
  'deploys again after ROLLBACK_COMPLETE': [
    describeStack('ROLLBACK_COMPLETE'),
    `warn The first deployment of Thumbforge-try failed; it serves nothing (ROLLBACK_COMPLETE). -> ${CORRECT} Then run: npm run deploy -- --stage try (it deletes the stack and creates it again)`,
  ],
  'warns about a stack in us-east-1 that the settings no longer use': [
    describeStack('CREATE_COMPLETE', 'Thumbforge-try-firewall'),
    'warn The settings no longer use the stack Thumbforge-try-firewall, and a deployment does not delete it. -> After the next deployment, run: aws cloudformation delete-stack --stack-name Thumbforge-try-firewall --region us-east-1',
  ],
  'ends the protection of such a stack first': [
    describeStack('CREATE_COMPLETE', 'Thumbforge-try-firewall', { EnableTerminationProtection: true }),
    'warn The settings no longer use the stack Thumbforge-try-firewall, and a deployment does not delete it. -> After the next deployment, run: aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name Thumbforge-try-firewall --region us-east-1, then aws cloudformation delete-stack --stack-name Thumbforge-try-firewall --region us-east-1',
  ],
});

const compareStage = (drift: object) => ({
  aws: {
    ListStackResources: {
      StackResourceSummaries: [
        { LogicalResourceId: 'Api', ResourceType: 'AWS::ApiGatewayV2::Api' },
        { LogicalResourceId: 'ApiStage', ResourceType: 'AWS::ApiGatewayV2::Stage' },
      ],
    },
    DetectStackResourceDrift: ({ input }: { input: object }) =>
      'LogicalResourceId' in input && input.LogicalResourceId === 'ApiStage'
        ? { StackResourceDrift: drift }
        : awsError('ValidationError'),
  },
});
testCheck('API stage', {
  'does not apply before the first deployment': [NOT_DEPLOYED],
  'does not apply to a stack whose first deployment failed before the stage': [
    { aws: { ListStackResources: { StackResourceSummaries: [] } } },
  ],
  'accepts the settings of the stack': [
    compareStage({ StackResourceDriftStatus: 'IN_SYNC' }),
    'ok The settings are the same as in the stack.',
  ],
  'warns about a throttle that somebody changed': [
    compareStage({
      StackResourceDriftStatus: 'MODIFIED',
      PropertyDifferences: [{ PropertyPath: '/DefaultRouteSettings/ThrottlingRateLimit', ActualValue: '5' }],
    }),
    'warn It differs from the stack: /DefaultRouteSettings/ThrottlingRateLimit: 5. -> Set the values of the stack again in the API Gateway console, or change ROUTE_LIMIT in infra/constructs/api.ts and deploy.',
  ],
  'warns about a stage that somebody deleted': [
    compareStage({ StackResourceDriftStatus: 'DELETED' }),
    'warn It differs from the stack: DELETED. -> …',
  ],
  'is unknown if CloudFormation does not compare it': [
    compareStage({ StackResourceDriftStatus: 'NOT_CHECKED' }),
    '? CloudFormation did not compare it.',
  ],
});

const reportKept = (...ids: string[]) =>
  `warn Earlier stacks left resources, which the new stack does not use: ${ids
    .map((id) => `AWS::DynamoDB::GlobalTable Thumbforge-try-Users-${id}`)
    .join(', ')}. -> …`;
/** Answers with one kept resource of each type for the stacks with these ids. */
const keepResources = (...stackIds: string[]) => ({
  ListStackResources: ({ input }: { input: Record<string, unknown> }) =>
    !stackIds.includes(String(input['StackName']))
      ? awsError('ValidationError')
      : {
          StackResourceSummaries: [
            [
              'AWS::DynamoDB::GlobalTable',
              `Thumbforge-try-Users-${String(input['StackName'])}`,
              'DELETE_SKIPPED',
            ],
            ['AWS::IAM::Role', 'role', 'DELETE_COMPLETE'],
          ].map(([ResourceType, PhysicalResourceId, ResourceStatus]) => ({
            ResourceType,
            PhysicalResourceId,
            ResourceStatus,
          })),
        },
});
const failedStack = { StackId: 'failed', StackName: 'x', CreationTime: new Date(0) };
testCheck('leftovers', {
  // Nothing is asked of AWS.
  'are not looked for while the stage is deployed': [{}],
  'do not exist in a new account': [NOT_DEPLOYED, 'ok No earlier stack left anything.'],
  'of every deleted stack are listed': [
    {
      ...NOT_DEPLOYED,
      aws: {
        ListStacks: {
          StackSummaries: ['other', 'newest', 'older'].map((StackId) => ({
            StackId,
            StackName: StackId === 'other' ? 'Other' : 'Thumbforge-try',
          })),
        },
        ...keepResources('newest', 'older'),
      },
    },
    reportKept('newest', 'older'),
  ],
  'of a first deployment that failed are listed': [
    {
      stack: () => Promise.resolve({ ...failedStack, StackStatus: 'ROLLBACK_COMPLETE' }),
      aws: keepResources('failed'),
    },
    reportKept('failed'),
  ],
});

const inRegions = (...regions: string[]) => ({
  ListBuckets: {
    Buckets: ['us-west-2', 'eu-west-1', 'sa-east-1'].map((BucketRegion) => ({ BucketRegion })),
  },
  DescribeStacks: ({ region: asked, input }: { region: string; input: object }) =>
    regions.includes(asked) && 'StackName' in input && input.StackName === 'Thumbforge-try'
      ? { Stacks: [{ StackStatus: 'UPDATE_COMPLETE' }] }
      : awsError('ValidationError'),
});
testCheck('region', {
  'is not looked for while the stage is deployed': [{}],
  'may be any region in a new account': [NOT_DEPLOYED],
  'may have a bucket that a deleted stack left': [{ ...NOT_DEPLOYED, aws: inRegions() }],
  'is refused if the stage is in another region': [
    { ...NOT_DEPLOYED, aws: inRegions('eu-west-1') },
    'FAIL The stage is deployed in eu-west-1, but its settings name us-west-2: a deployment would create a second, empty stage.' +
      " -> Set region: 'eu-west-1' in infra/stages/try.ts. To move the stage, delete it there first.",
  ],
});

const QUEUES = 'https://sqs.us-west-2.amazonaws.com/000000000000';
const SOURCE = '14e0db71-5ad2-4fb5-9bd4-5ad2e8d2cbe9';
const LINE = [
  ['WaitingLineQueue1A2B', 'AWS::SQS::Queue', `${QUEUES}/queue`],
  ['WaitingLineQueuePolicy3C4D', 'AWS::SQS::QueuePolicy', 'the policy'],
  ['WaitingLineDeadLetters5E6F', 'AWS::SQS::Queue', `${QUEUES}/dead-letters`],
  ['WaitingLineDeadLettersPolicy7A8B', 'AWS::SQS::QueuePolicy', 'the other policy'],
  ['WaitingLineSource9C0D', 'AWS::Lambda::EventSourceMapping', SOURCE],
  ['Site', 'AWS::S3::Bucket', 'site'],
].map(([LogicalResourceId, ResourceType, PhysicalResourceId]) => ({
  LogicalResourceId,
  ResourceType,
  PhysicalResourceId,
}));
/** The messages of both queues. */
const countMessages = (queue: number, deadLetters: number) => ({
  GetQueueAttributes: ({ input }: { input: Record<string, unknown> }) => ({
    Attributes: {
      ApproximateNumberOfMessages: String(input['QueueUrl'] === `${QUEUES}/queue` ? queue : deadLetters),
    },
  }),
});
const READY = 'ok The queue has 3 messages ready, and no dead letters.';
const RECEIVES = 'ok generate-waiting receives the messages of the queue.';
const HAS_ROOM = 'ok generate-waiting runs up to 14 times at once.';
const listEventSource = (State: string) => ({
  aws: {
    GetEventSourceMapping: ({ input }: { input: Record<string, unknown> }) =>
      input['UUID'] === SOURCE ? { State } : awsError('ResourceNotFoundException'),
  },
});
testCheck(
  'waiting line',
  {
    'reports a line that works': [{}, READY, RECEIVES, HAS_ROOM],
    'warns of dead letters': [
      { aws: countMessages(3, 2) },
      'warn The dead-letter queue has 2 messages: generations that could not be continued. Their credits are refunded. -> Read "Dead letters" in docs/runbook.md.',
      RECEIVES,
      HAS_ROOM,
    ],
    'fails for a queue that was deleted': [
      { aws: { GetQueueAttributes: awsError('QueueDoesNotExist') } },
      'FAIL A queue of the waiting line was deleted: generations cannot wait, and fail with a refund. -> …',
      RECEIVES,
      HAS_ROOM,
    ],
    'fails for an event source that is disabled': [
      listEventSource('Disabled'),
      READY,
      `FAIL generate-waiting does not receive the messages of the queue: its event source is disabled. -> Run: aws lambda update-event-source-mapping --uuid ${SOURCE} --enabled --region us-west-2`,
      HAS_ROOM,
    ],
    'accepts one unreserved execution more than the worker needs': [
      { aws: { GetAccountSettings: limitConcurrency(1_000, 15) } },
      READY,
      RECEIVES,
      HAS_ROOM,
    ],
    'warns if the worker could use all unreserved executions': [
      { aws: { GetAccountSettings: limitConcurrency(1_000, 14) } },
      READY,
      RECEIVES,
      `warn generate-waiting runs up to 14 times at once, but all functions share 14 unreserved executions. -> …`,
    ],
    'fails for a stack of a version without the line': [
      { aws: { ListStackResources: { StackResourceSummaries: LINE.slice(0, 2) } } },
      `FAIL The stack has no waiting line. -> ${DEPLOY}`,
    ],
    'does not apply before the first deployment': [NOT_DEPLOYED],
    'does not apply to a stage without the line': [{ settings: { longestWaitSeconds: 0 } }],
  },
  {
    ListStackResources: { StackResourceSummaries: LINE },
    ...countMessages(3, 0),
    ...listEventSource('Enabled').aws,
  },
);

it('doctor: leftovers and the waiting line ask nothing of AWS if they do not apply', async () => {
  resetAws();
  mockStack('Thumbforge-try');

  await runCheck('leftovers');
  await runCheck('waiting line', NOT_DEPLOYED);

  expect(listCalls()).toEqual([]);
});
