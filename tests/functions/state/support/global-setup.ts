import type { TestProject } from 'vitest/node';
import { startDynamoDb } from '../../../../local/emulators/dynamodb/dynamodb.ts';

declare module 'vitest' {
  interface ProvidedContext {
    dynamodbEndpoint: string;
  }
}

/** Starts one DynamoDB emulator, in memory, for all tests of the project. Each worker has tables of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const emulator = await startDynamoDb({});
  project.provide('dynamodbEndpoint', emulator.endpoint);
  return () => emulator.close();
}
