import { BudgetsClient, DescribeBudgetsCommand } from '@aws-sdk/client-budgets';
import type { Stack } from '@aws-sdk/client-cloudformation';
import {
  GetAccountSettingsCommand,
  GetEventSourceMappingCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { computeLineConcurrency } from '../../stages/model-pool.ts';
import { reserveConcurrency } from '../../stages/reserved-concurrency.ts';
import type { StageSettings } from '../../stages/settings.ts';
import { getMainStack } from '../../stages/stacks.ts';
import {
  clientSettings,
  createClient,
  findResource,
  isCreated,
  listResources,
  MissingPermissionError,
  readResources,
} from '../aws.ts';
import { deployCommand, fail, getErrorName, ok, warn, type Check, type Finding } from './check.ts';

/** Lambda requires that this much concurrency stays unreserved (Lambda developer guide, "Configuring reserved concurrency"). */
const MINIMUM_UNRESERVED = 100;

export const LIMIT_CHECKS: readonly Check[] = [
  {
    name: 'Lambda concurrency',
    isPrerequisite: true,
    remedy: requestIncrease,
    async probe({ settings, stack }) {
      const reserved = Object.values(reserveConcurrency(settings)).reduce((sum, value) => sum + value, 0);
      const { limit, unreserved } = await readConcurrency(settings.region);
      const additional = reserved && reserved - (await readReserved(await stack(), settings.region));
      const rest = `${unreserved} of the account's ${limit} concurrent executions are unreserved`;
      if (additional > 0 && unreserved - additional < MINIMUM_UNRESERVED) {
        return fail(
          `${rest}: too few to reserve ${additional} more, because ${MINIMUM_UNRESERVED} must stay unreserved. A deployment would fail.`,
          `${requestIncrease(settings)} Until then set generateConcurrency: 0 in infra/stages/${settings.stage}.ts.`,
        );
      }
      if (unreserved < MINIMUM_UNRESERVED) return warn(`${rest}.`);
      return ok(`The account's limit is ${limit}; ${reserved} are reserved.`);
    },
  },
  {
    // The generations that wait for a model must be continued.
    name: 'waiting line',
    async probe({ settings, stack }) {
      const deployed = await stack();
      if (settings.longestWaitSeconds === 0 || !isCreated(deployed)) return [];
      const resources = await listResources(deployed.StackName ?? '', settings.region);
      // The policies of the queues have ids that start in the same way.
      const line = resources.filter(({ ResourceType }) => ResourceType !== 'AWS::SQS::QueuePolicy');
      const [queue, deadLetters, source] = ['Queue', 'DeadLetters', 'Source'].map(
        (name) =>
          line.find(({ LogicalResourceId = '' }) => LogicalResourceId.startsWith(`WaitingLine${name}`))
            ?.PhysicalResourceId,
      );
      if (queue === undefined || deadLetters === undefined || source === undefined) {
        return fail('The stack has no waiting line.', deployCommand(settings));
      }
      return [checkQueues(queue, deadLetters, settings), checkSource(source, settings), checkRoom(settings)];
    },
  },
  {
    name: 'budget',
    isPrerequisite: true,
    remedy: ({ stage }) =>
      `A new account of an organization can have one after about a day, if its management account allows it. Until then set monthlyBudgetUsd: 0 in infra/stages/${stage}.ts.`,
    async probe({ settings: { monthlyBudgetUsd }, caller }) {
      if (monthlyBudgetUsd === 0) return [];
      return (await canHaveBudget(caller.account))
        ? ok(`The account can have a budget; it notifies at ${monthlyBudgetUsd} US dollars a month.`)
        : fail('The account cannot have a budget: a deployment would fail.');
    },
  },
];

/** The sentence that says how to get more concurrency. */
function requestIncrease({ region }: StageSettings): string {
  return `Request an increase in ${region}: Service Quotas, AWS Lambda, Concurrent executions.`;
}

async function checkQueues(queue: string, deadLetters: string, settings: StageSettings): Promise<Finding> {
  const count = (url: string) => countMessages(url, settings.region);
  const [waiting, dead] = await Promise.all([count(queue), count(deadLetters)]);
  if (waiting === undefined || dead === undefined) {
    return fail(
      'A queue of the waiting line was deleted: generations cannot wait, and fail with a refund.',
      `Restore it, in the environment of a deployment: npx cdk deploy ${getMainStack(settings).name} --exclusively --revert-drift --context stage=${settings.stage}`,
    );
  }
  if (dead === 0) return ok(`The queue has ${waiting} messages ready, and no dead letters.`);
  return warn(
    `The dead-letter queue has ${dead} messages: generations that could not be continued. Their credits are refunded.`,
    'Read "Dead letters" in docs/runbook.md.',
  );
}

/** @returns undefined if the queue does not exist. */
async function countMessages(QueueUrl: string, region: string): Promise<number | undefined> {
  const query = { QueueUrl, AttributeNames: ['ApproximateNumberOfMessages' as const] };
  const found = await findResource(
    createClient(SQSClient, region).send(new GetQueueAttributesCommand(query)),
  );
  return found && Number(found.Attributes?.['ApproximateNumberOfMessages'] ?? 0);
}

async function checkSource(UUID: string, { region }: StageSettings): Promise<Finding> {
  const lambda = createClient(LambdaClient, region);
  const { State = 'unknown' } = await lambda.send(new GetEventSourceMappingCommand({ UUID }));
  if (State === 'Enabled') return ok('generate-waiting receives the messages of the queue.');
  return fail(
    `generate-waiting does not receive the messages of the queue: its event source is ${State.toLowerCase()}.`,
    `Run: aws lambda update-event-source-mapping --uuid ${UUID} --enabled --region ${region}`,
  );
}

/** The worker has no reserved concurrency: it shares what the account leaves unreserved with all other functions. */
async function checkRoom(settings: StageSettings): Promise<Finding> {
  const { unreserved } = await readConcurrency(settings.region);
  const needed = computeLineConcurrency(settings.models, settings.services);
  const runs = `generate-waiting runs up to ${needed} times at once`;
  if (unreserved > needed) return ok(`${runs}.`);
  const message = `${runs}, but all functions share ${unreserved} unreserved executions.`;
  return warn(message, requestIncrease(settings));
}

/**
 * Reads the limits from Lambda: the limit of a new account is lower than the value that Service Quotas lists, and other
 * functions of the account can have reservations.
 */
async function readConcurrency(region: string): Promise<{ limit: number; unreserved: number }> {
  const { AccountLimit } = await createClient(LambdaClient, region).send(new GetAccountSettingsCommand({}));
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  return { limit, unreserved: AccountLimit?.UnreservedConcurrentExecutions ?? limit };
}

/** Reads the concurrency that the functions of the deployed stack have reserved. An update changes only the difference. */
async function readReserved(stack: Stack | undefined, region: string): Promise<number> {
  if (!isCreated(stack)) return 0;
  const resources = await readResources(stack.StackName ?? '', region);
  return Object.values(resources)
    .map(({ Properties }) => Number(Properties?.['ReservedConcurrentExecutions'] ?? 0))
    .reduce((sum, reserved) => sum + reserved, 0);
}

/** AWS Budgets has one endpoint for all regions. */
const BUDGETS_REGION = 'us-east-1';

/**
 * AWS Budgets denies access to two kinds of member accounts of an organization: an account whose billing data is not available yet
 * (about a day), and an account whose management account does not allow budgets.
 */
async function canHaveBudget(AccountId: string): Promise<boolean> {
  const budgets = new BudgetsClient(clientSettings(BUDGETS_REGION));
  try {
    await budgets.send(new DescribeBudgetsCommand({ AccountId, MaxResults: 1 }));
    return true;
  } catch (error) {
    if (getErrorName(error) !== 'AccessDeniedException') throw error;
    // IAM's own sentence for a missing permission. The same error without it is about the account.
    const isAboutCaller = error instanceof Error && error.message.includes('not authorized to perform');
    if (isAboutCaller) throw new MissingPermissionError('budgets:ViewBudget', error);
    return false;
  }
}
