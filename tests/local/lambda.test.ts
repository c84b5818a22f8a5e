import {
  InvocationType,
  InvokeCommand,
  LambdaClient,
  ResourceNotFoundException,
  type InvokeCommandInput,
} from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startLambda, type Invocable, type LambdaEmulator } from '../../local/emulators/lambda/lambda.ts';
import { Functions } from '../../local/lambda/functions.ts';
import { FunctionError } from '../../local/lambda/lambda-function.ts';

const ARN = 'arn:aws:lambda:us-west-2:000000000000:function:Stack-Audit';

/** Functions of this process: what each is asked, and what it does. */
const asked: unknown[] = [];
let answer: (event: unknown) => Promise<unknown>;
const functions: Invocable = {
  findArn: (nameOrArn) => (['Stack-Audit', ARN].includes(nameOrArn) ? ARN : undefined),
  invoke(arn, event) {
    asked.push([arn, event]);
    return answer(event);
  },
};

let emulator: LambdaEmulator;
let lambda: LambdaClient;
beforeAll(async () => {
  emulator = await startLambda(functions);
  lambda = new LambdaClient({
    endpoint: emulator.endpoint,
    region: 'us-west-2',
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    maxAttempts: 1,
  });
});
afterAll(() => emulator.close());
beforeEach(() => {
  asked.length = 0;
  answer = (event) => Promise.resolve({ got: event });
});

async function invoke(more: Partial<InvokeCommandInput> = {}) {
  const { Payload, ...result } = await lambda.send(
    new InvokeCommand({ FunctionName: 'Stack-Audit', Payload: '{"a":1}', ...more }),
  );
  const text = Buffer.from(Payload ?? []).toString();
  return { ...result, payload: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

describe('Invoke', () => {
  it.each(['Stack-Audit', ARN])(
    'runs %s with its event, and answers with its result',
    async (FunctionName) => {
      await expect(invoke({ FunctionName })).resolves.toMatchObject({
        StatusCode: 200,
        ExecutedVersion: '$LATEST',
        payload: { got: { a: 1 } },
      });
      expect(asked).toEqual([[ARN, { a: 1 }]]);
    },
  );

  it('without a payload runs it with an empty event', async () => {
    await invoke({ Payload: '' });

    expect(asked).toEqual([[ARN, {}]]);
  });

  it('of a function that fails is an answer that tells so', async () => {
    answer = () => Promise.reject(new FunctionError('Sandbox.Timedout', 'Task timed out after 3 seconds'));

    await expect(invoke()).resolves.toMatchObject({
      StatusCode: 200,
      FunctionError: 'Unhandled',
      payload: { errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out after 3 seconds', trace: [] },
    });
  });

  it('as an event does not wait for the function, nor for its failure', async () => {
    let fail: (error: Error) => void = () => undefined;
    answer = () => new Promise((_, reject) => (fail = reject));

    await expect(invoke({ InvocationType: InvocationType.Event })).resolves.toMatchObject({
      StatusCode: 202,
    });
    expect(asked).toEqual([[ARN, { a: 1 }]]);
    fail(new Error('nobody hears this'));
  });

  it('as a dry run runs nothing', async () => {
    await expect(invoke({ InvocationType: InvocationType.DryRun })).resolves.toMatchObject({
      StatusCode: 204,
    });
    expect(asked).toEqual([]);
  });
});

describe('Invoke refuses', () => {
  it('a function that is not there', async () => {
    await expect(invoke({ FunctionName: 'Other' })).rejects.toThrow(ResourceNotFoundException);
    await expect(invoke({ FunctionName: 'Other' })).rejects.toThrow('Function not found: Other');
  });

  it.each([
    ['what is not JSON', { Payload: '{' }, 'InvalidRequestContentException'],
    ['more than 6 MB', { Payload: `"${'x'.repeat(6 * 1024 * 1024)}"` }, 'RequestTooLargeException'],
    ['another type', { InvocationType: 'Never' as 'Event' }, 'InvalidParameterValueException'],
  ])('%s', async (_, wrong, name) => {
    await expect(invoke(wrong)).rejects.toMatchObject({ name });
    expect(asked).toEqual([]);
  });

  it('every other operation', async () => {
    const response = await fetch(`${emulator.endpoint}/2015-03-31/functions/Stack-Audit`);

    expect(response.status).toBe(501);
  });
});

it('a function is found by its name and its ARN, and by no part of them', async () => {
  const known = new Functions(() => undefined);
  known.add({
    arn: ARN,
    name: 'Stack-Audit',
    bundle: '',
    handler: 'handler',
    timeoutSeconds: 1,
    memorySize: 128,
    environment: {},
  });

  expect(['Stack-Audit', ARN, 'Audit', 'stack-audit'].map((name) => known.findArn(name))).toEqual([
    ARN,
    ARN,
    undefined,
    undefined,
  ]);
  await known.close();
});
