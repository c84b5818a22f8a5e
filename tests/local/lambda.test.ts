import {
  InvokeCommand,
  LambdaClient,
  ResourceNotFoundException,
  type InvokeCommandInput,
} from '@aws-sdk/client-lambda';
import { scryptSync } from 'node:crypto';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { startLambda, type Invocable, type LambdaEmulator } from '../../local/emulators/lambda/lambda.ts';
import { Functions, RequestTooLargeError } from '../../local/lambda/functions.ts';
import { type FunctionDefinition, FunctionError, type LogLine } from '../../local/lambda/sandbox.ts';
import { Recorder } from '../support/recorder.ts';

const ARN = 'arn:aws:lambda:us-west-2:000000000000:function:Stack-Audit';

/** The invocations that reach the functions. */
const invocations: unknown[] = [];
let answer: (event: unknown) => Promise<unknown>;
const invocable: Invocable = {
  findArn: (nameOrArn) => (['Stack-Audit', ARN].includes(nameOrArn) ? ARN : undefined),
  invoke(arn, event) {
    invocations.push([arn, event]);
    return answer(event);
  },
};

let emulator: LambdaEmulator;
let lambda: LambdaClient;
beforeAll(async () => {
  emulator = await startLambda({ functions: invocable });
  lambda = new LambdaClient({
    endpoint: emulator.endpoint,
    region: 'us-west-2',
    credentials: LOCAL_CREDENTIALS,
    maxAttempts: 1,
  });
});
afterAll(() => emulator.close());
beforeEach(() => {
  invocations.length = 0;
  answer = (event) => Promise.resolve({ got: event });
});

async function invoke(more: Partial<InvokeCommandInput> = {}) {
  const { Payload, ...result } = await lambda.send(
    new InvokeCommand({ FunctionName: 'Stack-Audit', Payload: '{"a":1}', ...more }),
  );
  const text = Buffer.from(Payload ?? []).toString();
  return { ...result, payload: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

describe('Invoke of the Lambda API', () => {
  it.each(['Stack-Audit', ARN])(
    'runs the function %s with the event, and answers with its result',
    async (FunctionName) => {
      await expect(invoke({ FunctionName })).resolves.toMatchObject({
        StatusCode: 200,
        ExecutedVersion: '$LATEST',
        payload: { got: { a: 1 } },
      });
      expect(invocations).toEqual([[ARN, { a: 1 }]]);
    },
  );

  it('reports the error of a function in an answer with status 200', async () => {
    answer = () => Promise.reject(new FunctionError('Sandbox.Timedout', 'Task timed out after 3 seconds'));

    await expect(invoke()).resolves.toMatchObject({
      StatusCode: 200,
      FunctionError: 'Unhandled',
      payload: { errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out after 3 seconds', trace: [] },
    });
  });
});

describe('the Lambda API rejects', () => {
  it('a function that does not exist', async () => {
    await expect(invoke({ FunctionName: 'Other' })).rejects.toThrow(ResourceNotFoundException);
    await expect(invoke({ FunctionName: 'Other' })).rejects.toThrow('Function not found: Other');
  });

  it.each([
    ['GET', '', {}],
    ['POST', '/invocations', { 'x-amz-invocation-type': 'Event' }],
  ])('%s %s with %j, which is not implemented, with 501', async (method, path, headers) => {
    const url = `${emulator.endpoint}/2015-03-31/functions/Stack-Audit${path}`;

    const response = await fetch(url, { method, headers: new Headers(headers) });

    expect([response.status, invocations]).toEqual([501, []]);
  });
});

describe('a function of the embedded cloud', () => {
  let folder: string;
  let functions: Functions;
  let log: Recorder<LogLine>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lambda-'));
    log = new Recorder();
    functions = new Functions({ onLog: log.add });
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await functions.close();
    await rm(folder, { recursive: true });
  });

  /** Adds a function with this body, which gets `event` and `context`. */
  async function add(body: string, more: Partial<FunctionDefinition> = {}): Promise<void> {
    const bundle = join(folder, 'index.mjs');
    await writeFile(bundle, `export const handler = async (event, context) => { ${body} };`);
    functions.add({
      arn: ARN,
      name: 'Stack-Audit',
      bundle,
      handler: 'handler',
      timeoutSeconds: 30,
      memorySize: 128,
      environment: { STAGE: 'dev' },
      ...more,
    });
  }

  /** Adds a function whose bundle also runs this code while it is loaded. */
  async function addLoading(code: string, more: Partial<FunctionDefinition> = {}): Promise<void> {
    await add('return "loaded";', more);
    await appendFile(join(folder, 'index.mjs'), code);
  }
  const NEVER = 'await new Promise(() => setInterval(() => {}, 1e6));';

  it('gets the event and the context, and keeps its module between invocations', async () => {
    await add(`globalThis.count = (globalThis.count ?? 0) + 1;
      console.log('line', event.n);
      return { count: globalThis.count, name: context.functionName, left: context.getRemainingTimeInMillis() <= 30_000 };`);
    await functions.invoke(ARN, { n: 1 });
    await expect(functions.invoke(ARN, { n: 2 })).resolves.toEqual({
      count: 2,
      name: 'Stack-Audit',
      left: true,
    });
    // The worker's output arrives on another channel than its result.
    await log.until(({ length }) => length === 2);
    expect(log.items).toEqual([
      { functionName: 'Stack-Audit', text: 'line 1' },
      { functionName: 'Stack-Audit', text: 'line 2' },
    ]);
  });

  it.each([
    ['throws', 'throw new TypeError("bad");', {}, { errorType: 'TypeError', message: 'bad' }],
    [
      'does not answer in time',
      NEVER,
      { timeoutSeconds: 0.2 },
      { errorType: 'Sandbox.Timedout', message: 'Task timed out after 0.2 seconds' },
    ],
    ['ends the process', 'process.exit(1);', {}, { errorType: 'Runtime.ExitError' }],
    [
      'is not exported',
      'return 1;',
      { handler: 'other' },
      { errorType: 'Error', message: 'The bundle does not export other.' },
    ],
  ])('fails with an error of Lambda when it %s', async (_, body, more, error) => {
    await add(body, more);
    // The second invocation has a new sandbox if the first invocation ended its sandbox.
    await expect(functions.invoke(ARN, {})).rejects.toMatchObject(error);
    await expect(functions.invoke(ARN, {})).rejects.toMatchObject(error);
  });

  it('has its whole time after its bundle is loaded, which a busy machine does slowly', async () => {
    await addLoading('await new Promise((resolve) => setTimeout(resolve, 600));', { timeoutSeconds: 0.2 });

    await expect(functions.invoke(ARN, {})).resolves.toBe('loaded');
  });

  it('fails its invocation, and nothing else, when it fails while its bundle is loaded', async () => {
    // The worker tells of its error before it ends.
    await addLoading(`setTimeout(() => { throw new Error('late'); });
      process.on('exit', () => { for (const start = Date.now(); Date.now() - start < 300; ); });
      ${NEVER}`);
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);

    await expect(functions.invoke(ARN, {})).rejects.toMatchObject({ errorType: 'Runtime.ExitError' });
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('fails and ends when its bundle is never loaded, and runs the repaired bundle', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await addLoading('while (true);');
    let ended: unknown;
    functions.invoke(ARN, {}).catch((error: unknown) => (ended = error));
    await vi.waitFor(() => {
      vi.advanceTimersByTime(60_000);
      expect(ended).toMatchObject({ message: 'The bundle was not loaded within 60 seconds' });
    });
    vi.useRealTimers();
    await writeFile(join(folder, 'index.mjs'), 'export const handler = () => "repaired";');

    await expect(functions.invoke(ARN, {})).resolves.toBe('repaired');
  });

  it('can be stopped while its bundle is loaded', async () => {
    await addLoading(NEVER);
    const result = functions.invoke(ARN, {}).catch((error: unknown) => error);
    await functions.close();

    await expect(result).resolves.toMatchObject({ errorType: 'Runtime.ExitError' });
  });

  it('accepts at most 6 MB, and returns at most 6 MB', async () => {
    await add(`return 'x'.repeat(event.bytes);`);
    const limit = 6 * 1024 * 1024;

    await expect(functions.invoke(ARN, { bytes: limit })).resolves.toHaveLength(limit);
    await expect(functions.invoke(ARN, { bytes: limit + 99 })).rejects.toMatchObject({
      errorType: 'Function.ResponseSizeTooLarge',
      message: 'Response payload size (6291557 bytes) exceeded maximum allowed payload size (6291556 bytes).',
    });
    await expect(functions.invoke(ARN, 'x'.repeat(limit - 1))).rejects.toThrow(
      new RequestTooLargeError(limit + 1),
    );
  });

  it('has unlimited time with the timers of tests, and its pauses are shorter than limits', async () => {
    functions = new Functions({ onLog: log.add, hasTestTimers: true });
    await add(
      `const reached = [];
      setTimeout(() => reached.push('the limit of a request'), 1_000);
      AbortSignal.timeout(1).onabort = () => reached.push('the limit of a signal');
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return reached;`,
      { timeoutSeconds: 0.001 },
    );

    expect(await functions.invoke(ARN, {})).toEqual([]);
  });

  it('has the fast hash of tests only with the timers of tests', async () => {
    const hash = async () => {
      await add(
        `const { scrypt } = await import('node:crypto');
        return new Promise((resolve) => scrypt('a', 'salt', 8, (_, key) => resolve(key.toString('hex'))));`,
      );
      return functions.invoke(ARN, {});
    };

    expect(await hash()).toBe(scryptSync('a', 'salt', 8).toString('hex'));
    await functions.close();
    functions = new Functions({ onLog: log.add, hasTestTimers: true });
    expect(await hash()).toBe(scryptSync('a', 'salt', 8, { N: 2 }).toString('hex'));
  });

  it('runs its new bundle after a replacement, while an invocation ends with the old bundle', async () => {
    const release = new BroadcastChannel('release');
    await add(`globalThis.count = (globalThis.count ?? 0) + 1;
      if (event.waits) await new Promise((resolve) => {
        const channel = new BroadcastChannel('release');
        channel.onmessage = () => { channel.close(); resolve(); };
      });
      return ['old', globalThis.count];`);
    const running = functions.invoke(ARN, { waits: true });
    await functions.invoke(ARN, {});
    await writeFile(join(folder, 'index.mjs'), `export const handler = async () => 'new';`);

    functions.replace((bundle) => bundle === join(folder, 'other.mjs'));
    await expect(functions.invoke(ARN, {})).resolves.toEqual(['old', 3]);
    functions.replace((bundle) => bundle === join(folder, 'index.mjs'));

    await expect(functions.invoke(ARN, {})).resolves.toBe('new');
    release.postMessage('now');
    await expect(running).resolves.toEqual(['old', 3]);
    release.close();
  });

  it('is found by its complete name or ARN', async () => {
    await add('return 1;');
    const names = ['Stack-Audit', ARN, 'Audit', 'stack-audit'];
    expect(names.map((name) => functions.findArn(name))).toEqual([ARN, ARN, undefined, undefined]);
    await expect(functions.invoke('arn:other', {})).rejects.toThrow('There is no function arn:other.');
  });
});
