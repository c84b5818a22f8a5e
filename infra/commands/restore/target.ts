import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { StageSettings } from '../../stages/settings.ts';
import { getMainStack } from '../../stages/stacks.ts';
import { createClient, listResources } from '../aws.ts';
import { createCloud, type Cloud } from '../credits/connect.ts';
import { accessStage } from '../stage-access.ts';
import { PATIENCE, pauseFunctions, startFunctions } from './pause.ts';
import { findMissingUsers } from './user-pool.ts';

/** The target of a restoration: a deployed stage, or the embedded cloud in a rehearsal. */
export interface Target {
  stage: string;
  dynamodb: DynamoDBClient;
  cloud: Pick<Cloud, 'invoke'>;
  /** Returns the users that the user pool does not have. @throws Error if it lacks more than deletions explain. */
  findMissingUsers: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Finds the name of a resource by its construct. @throws Error if the stage has no such resource. */
  find: (construct: string) => string;
  /**
   * Stops all functions. @param check runs before each function, and may throw.
   * @returns the seconds after which no invocation runs any more.
   */
  pause(check: () => Promise<void>): Promise<number>;
  /**
   * @param check runs before each function, and may throw.
   * @param names the constructs of the functions. @default all functions
   */
  start(check: () => Promise<void>, names?: readonly string[]): Promise<void>;
  /** Refunds the generations that the restoration or the pause has interrupted. */
  refundAbandoned(): Promise<void>;
}

/** @throws Error if the stage is not deployed; the SDK's errors. */
export async function connectTarget(settings: StageSettings): Promise<Target> {
  const stack = getMainStack(settings);
  const { name, region } = stack;
  const access = await accessStage(settings);
  const cloud = createCloud(access);
  const resources = await listResources(name, region);
  const names = resources.map(
    ({ LogicalResourceId: id = '', PhysicalResourceId: ref = '' }) => [id, ref] as const,
  );
  const find = createFinder(names);
  return {
    stage: settings.stage,
    dynamodb: createClient(DynamoDBClient, region, PATIENCE),
    cloud,
    findMissingUsers: (userIds) => findMissingUsers(access, userIds),
    find,
    pause: (check) => pauseFunctions(stack, check),
    start: (check, constructs) => startFunctions(stack, check, constructs),
    refundAbandoned: () => invokeSweep(access.lambda, find),
  };
}

/** @param resources the logical ID and the name of each. */
export function createFinder(resources: Iterable<readonly [string, string]>): Target['find'] {
  const all = [...resources];
  return (construct) => {
    // CDK appends a hash.
    const pattern = new RegExp(`^${construct}[0-9A-F]{8}$`, 'i');
    const name = all.find(([id]) => pattern.test(id))?.[1];
    if (name === undefined) throw new Error(`The stack has no ${construct}.`);
    return name;
  };
}

/** The audit tells what a failed run has left. */
export async function invokeSweep(lambda: LambdaClient, find: Target['find']): Promise<void> {
  await lambda.send(new InvokeCommand({ FunctionName: find('RefundAbandonedFunction'), Payload: '{}' }));
}
