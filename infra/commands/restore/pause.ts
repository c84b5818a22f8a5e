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

type Check = () => Promise<void>;

/**
 * Stops every function of a stack: no request, event or schedule starts one.
 * @param check runs before each change, and may throw.
 * @returns the seconds after which no invocation runs any more: the longest timeout.
 */
export async function pauseFunctions(stack: StageStack, check: Check): Promise<number> {
  const functions = await listFunctions(stack);
  const paused = functions.map(({ name }) => ({ name, reserved: 0 }));
  await setConcurrency(stack, check, paused);
  return Math.max(0, ...functions.map(({ timeout }) => timeout));
}

/**
 * Gives functions the concurrency that the template says, whatever happened before.
 * @param check runs before each change, and may throw.
 * @param names the constructs of the functions. @default all functions
 */
export async function startFunctions(
  stack: StageStack,
  check: Check,
  names?: readonly string[],
): Promise<void> {
  const functions = await listFunctions(stack);
  const isNamed = ({ logicalId }: StackFunction) =>
    names?.some((name) => logicalId.startsWith(`${name}Function`)) ?? true;
  await setConcurrency(stack, check, functions.filter(isNamed));
}

async function setConcurrency(
  { region }: StageStack,
  check: Check,
  functions: readonly Pick<StackFunction, 'name' | 'reserved'>[],
): Promise<void> {
  const lambda = createClient(LambdaClient, region, PATIENCE);
  for (const { name: FunctionName, reserved: ReservedConcurrentExecutions } of functions) {
    await check();
    await (ReservedConcurrentExecutions === undefined
      ? lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }))
      : lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions })));
  }
}

const functionProperties = z.object({
  /** The timeout in seconds, with the same default as Lambda. */
  Timeout: z.number().default(3),
  ReservedConcurrentExecutions: z.number().optional(),
});

interface StackFunction {
  logicalId: string;
  name: string;
  /** The timeout of an invocation, in seconds. */
  timeout: number;
  /** Undefined without a reservation. */
  reserved: number | undefined;
}

async function listFunctions({ name, region }: StageStack): Promise<StackFunction[]> {
  const [template, resources] = await Promise.all([readResources(name, region), listResources(name, region)]);
  return resources
    .filter(({ ResourceType }) => ResourceType === 'AWS::Lambda::Function')
    .map(({ LogicalResourceId = '', PhysicalResourceId = '' }) => {
      const properties = functionProperties.parse(template[LogicalResourceId]?.Properties ?? {});
      const { Timeout: timeout, ReservedConcurrentExecutions: reserved } = properties;
      return { logicalId: LogicalResourceId, name: PhysicalResourceId, timeout, reserved };
    });
}
