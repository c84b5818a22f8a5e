import type { TestProject } from 'vitest/node';
import { startDynoxide } from '../../../../local/emulators/dynamodb/dynamodb.ts';

declare module 'vitest' {
  interface ProvidedContext {
    dynamodbEndpoint: string;
  }
}

/**
 * Starts one DynamoDB emulator, in memory, for all tests of the project. Each worker has its own tables. The emulator does not
 * check its access key, because the requests are not signed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const emulator = await startDynoxide({});
  project.provide('dynamodbEndpoint', emulator.endpoint);
  return () => emulator.close();
}
