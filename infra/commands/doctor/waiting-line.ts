import {
  GetAccountSettingsCommand,
  GetEventSourceMappingCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { computeLineConcurrency } from '../../stages/model-pool.ts';
import type { StageSettings } from '../../stages/settings.ts';
import { getMainStack } from '../../stages/stacks.ts';
import { createClient, isCreated, listResources } from '../aws.ts';
import { deployCommand, fail, getErrorName, ok, warn, type Check, type Finding } from './check.ts';

/** The resources of infra/constructs/waiting-line.ts, by the start of their logical ids. */
const RESOURCES = ['WaitingLineQueue', 'WaitingLineDeadLetters', 'WaitingLineSource'] as const;

/** Checks that the generations that wait for a model are continued. */
export const waitingLine: Check = {
  name: 'waiting line',
  async probe({ settings, stack }) {
    const deployed = await stack();
    if (settings.longestWaitSeconds === 0 || !isCreated(deployed)) return [];
    const { region } = settings;
    const ids = await findResources(deployed.StackName ?? '', region);
    const [queue, deadLetters, source] = RESOURCES.map((name) => ids.get(name));
    if (queue === undefined || deadLetters === undefined || source === undefined) {
      return fail('The stack has no waiting line.', deployCommand(settings));
    }
    return [checkQueue(queue, deadLetters, settings), checkSource(source, region), checkRoom(settings)];
  },
};

/** The physical ids of the deployed resources: URLs of the queues, and the id of the event source mapping. */
async function findResources(stack: string, region: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const resource of await listResources(stack, region)) {
    const { LogicalResourceId = '', ResourceType, PhysicalResourceId: id } = resource;
    const name = RESOURCES.find((prefix) => LogicalResourceId.startsWith(prefix));
    // The policies of the queues have ids that start in the same way.
    if (name !== undefined && ResourceType !== 'AWS::SQS::QueuePolicy' && id !== undefined) {
      found.set(name, id);
    }
  }
  return found;
}

async function checkQueue(queue: string, deadLetters: string, settings: StageSettings): Promise<Finding> {
  const { region, stage } = settings;
  const client = createClient(SQSClient, region);
  const countMessages = async (QueueUrl: string) => {
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
    );
    return Number(Attributes?.['ApproximateNumberOfMessages'] ?? 0);
  };
  try {
    const [waiting, dead] = await Promise.all([countMessages(queue), countMessages(deadLetters)]);
    if (dead === 0) return ok(`The queue has ${waiting} messages ready, and no dead letters.`);
    return warn(
      `The dead-letter queue has ${dead} messages: generations that could not be continued. Their credits are refunded.`,
      'Read "Dead letters" in docs/runbook.md.',
    );
  } catch (error) {
    if (!['QueueDoesNotExist', 'AWS.SimpleQueueService.NonExistentQueue'].includes(getErrorName(error)))
      throw error;
    return fail(
      'A queue of the waiting line was deleted: generations cannot wait, and fail with a refund.',
      `Restore it, in the environment of a deployment: npx cdk deploy ${getMainStack(settings).name} --exclusively --revert-drift --context stage=${stage}`,
    );
  }
}

async function checkSource(UUID: string, region: string): Promise<Finding> {
  const lambda = createClient(LambdaClient, region);
  const { State = 'unknown' } = await lambda.send(new GetEventSourceMappingCommand({ UUID }));
  if (State === 'Enabled') return ok('generate-waiting receives the messages of the queue.');
  return fail(
    `generate-waiting does not receive the messages of the queue: its event source is ${State.toLowerCase()}.`,
    `Run: aws lambda update-event-source-mapping --uuid ${UUID} --enabled --region ${region}`,
  );
}

/** The worker has no reserved concurrency: it shares what the account leaves unreserved with all other functions. */
async function checkRoom({ region, models, services }: StageSettings): Promise<Finding> {
  const { AccountLimit } = await createClient(LambdaClient, region).send(new GetAccountSettingsCommand({}));
  const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? 0;
  const needed = computeLineConcurrency(models, services);
  if (unreserved > needed) return ok(`generate-waiting runs up to ${needed} times at once.`);
  return warn(
    `generate-waiting runs up to ${needed} times at once, but all functions share ${unreserved} unreserved executions.`,
    `Request an increase in ${region}: Service Quotas, AWS Lambda, Concurrent executions.`,
  );
}
