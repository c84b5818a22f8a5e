import {
  DeleteFunctionConcurrencyCommand,
  LambdaClient,
  PutFunctionConcurrencyCommand,
} from '@aws-sdk/client-lambda';
import { z } from 'zod';
import type { StageStack } from '../../stages/stacks.ts';
import { createClient, listResources, readResources } from '../aws.ts';

/** Attempts of a call. Lambda's control plane throttles the changes of many functions, and a table many reads, for some time. */
export const PATIENCE = 10;

/**
 * Stops every function of a stack: no request, event or schedule starts one.
 * @returns the seconds after which no invocation runs any more: the longest timeout.
 */
export async function pauseFunctions(stack: StageStack): Promise<number> {
  const lambda = createClient(LambdaClient, stack.region, PATIENCE);
  const functions = await listFunctions(stack);
  for (const { name: FunctionName } of functions) {
    await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }));
  }
  return Math.max(0, ...functions.map(({ timeout }) => timeout));
}

/**
 * Gives functions the concurrency that the template says, whatever happened before.
 * @param names the constructs of the functions. @default all functions
 */
export async function startFunctions(stack: StageStack, names?: readonly string[]): Promise<void> {
  const lambda = createClient(LambdaClient, stack.region, PATIENCE);
  for (const { logicalId, name: FunctionName, reserved } of await listFunctions(stack)) {
    if (names?.every((name) => !logicalId.startsWith(`${name}Function`)) === true) continue;
    await (reserved === undefined
      ? lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }))
      : lambda.send(
          new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: reserved }),
        ));
  }
}

const functionProperties = z.object({
  /** In seconds. The default is Lambda's. */
  Timeout: z.number().default(3),
  ReservedConcurrentExecutions: z.number().optional(),
});

async function listFunctions({ name, region }: StageStack) {
  const [template, resources] = await Promise.all([readResources(name, region), listResources(name, region)]);
  return resources
    .filter(({ ResourceType }) => ResourceType === 'AWS::Lambda::Function')
    .map(({ LogicalResourceId = '', PhysicalResourceId = '' }) => {
      const properties = functionProperties.parse(template[LogicalResourceId]?.Properties ?? {});
      const { Timeout: timeout, ReservedConcurrentExecutions: reserved } = properties;
      return { logicalId: LogicalResourceId, name: PhysicalResourceId, timeout, reserved };
    });
}
