import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAwsModels, type ModelPrices } from '../../local/emulators/aws-models/aws-models.ts';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { listen, stop } from '../../local/emulators/serve.ts';

const CORE = 'stability.stable-image-core-v1:1';
const SHELL = { AWS_ACCESS_KEY_ID: 'AKIASHELL', AWS_SECRET_ACCESS_KEY: 'secret-of-the-shell' };
const NOVA = 'us.amazon.nova-micro-v1:0';
const source = 'list price, unverified';
const PRICES: ModelPrices = new Map([
  [CORE, { usdPerImage: 0.04, source }],
  [NOVA, { usdPerMillionTokens: { input: 0.035, output: 0.14 }, source }],
]);
const IMAGE = { images: ['aGk='], finish_reasons: [null], seeds: [1] };
const SIGN_IN = 'Sign in with aws sso login, or set AWS_PROFILE or AWS_ACCESS_KEY_ID.';

/** Stands for the Bedrock runtime. */
let reply: { status: number; errorType?: string; body: object };
let received: { request: IncomingMessage; body: string }[];
const bedrock = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push({ request, body });
    const { status, errorType, body: answer } = reply;
    const headers = {
      'content-type': 'application/json',
      ...(errorType && { 'x-amzn-errortype': errorType }),
    };
    response.writeHead(status, headers).end(JSON.stringify(answer));
  });
});

let endpoint: string;
let home: string;
let models: Awaited<ReturnType<typeof startAwsModels>> | undefined;
let printed: string[];
beforeAll(async () => {
  ({ endpoint } = await listen(bedrock, 0, 'the test'));
  home = await mkdtemp(join(tmpdir(), 'aws-models-'));
});
afterAll(async () => {
  await stop(bedrock);
  await rm(home, { recursive: true });
});
beforeEach(() => {
  reply = { status: 200, body: IMAGE };
  received = [];
  printed = [];
  for (const [name, value] of Object.entries(SHELL)) vi.stubEnv(name, value);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await models?.close();
  models = undefined;
});

async function start(address = endpoint): Promise<void> {
  models = await startAwsModels({
    prices: PRICES,
    print: (line) => void printed.push(line),
    endpoint: address,
  });
}

/** Calls the model as a function does. */
async function invoke(modelId = CORE, credentials: { accessKeyId: string } = LOCAL_CREDENTIALS) {
  const client = new BedrockRuntimeClient({
    endpoint: models?.endpoint ?? '',
    region: 'us-west-2',
    credentials: { ...LOCAL_CREDENTIALS, ...credentials },
    maxAttempts: 1,
  });
  try {
    const { body } = await client.send(new InvokeModelCommand({ modelId, body: '{"prompt":"A castle"}' }));
    return JSON.parse(body.transformToString()) as unknown;
  } finally {
    client.destroy();
  }
}

describe('MODELS=aws', () => {
  it("forwards a call, signed with the shell's credentials for the region of the model", async () => {
    await start();

    expect(await invoke()).toEqual(IMAGE);

    const [call] = received;
    expect(call?.body).toBe('{"prompt":"A castle"}');
    expect(call?.request.url).toBe('/model/stability.stable-image-core-v1%3A1/invoke');
    expect(call?.request.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIASHELL\/\d{8}\/us-west-2\/bedrock\/aws4_request/,
    );
  });

  it('prints the price of each image and suggestion and their sum, and labels unverified prices', async () => {
    await start();

    await invoke();
    await invoke();
    await invoke('another.model-v1:0');
    reply = { status: 200, body: { stopReason: 'end_turn', usage: { inputTokens: 200, outputTokens: 100 } } };
    await invoke(NOVA);

    const images = 'Since the start: 3 images';
    expect(printed).toEqual([
      `Image by ${CORE} in us-west-2: 0.04 USD (list price, unverified). Since the start: 1 image, 0.04 USD.`,
      `Image by ${CORE} in us-west-2: 0.04 USD (list price, unverified). Since the start: 2 images, 0.08 USD.`,
      `Image by another.model-v1:0 in us-west-2: unknown price. ${images}, 0.08 USD.`,
      `Suggestion by ${NOVA} in us-west-2: 0.000021 USD (list price, unverified). ${images}, 1 suggestion, 0.08 USD.`,
    ]);
  });

  it.each([
    ['AccessDeniedException', 403, 'Bedrock denies access to'],
    ['ExpiredTokenException', 403, `AWS rejects these credentials: they are invalid or expired. ${SIGN_IN}`],
    ['ResourceNotFoundException', 404, 'Change the model or its region in infra/stages/dev.ts.'],
  ])('explains %s, and passes it on without its message', async (name, status, sentence) => {
    await start();
    reply = { status, errorType: `${name}:http://internal.amazon.com/`, body: { message: 'A castle' } };

    await expect(invoke()).rejects.toMatchObject({ name });

    expect(printed).toEqual([expect.stringContaining(sentence)]);
    expect(printed.join()).not.toContain('A castle');
  });

  it('explains that Bedrock cannot be reached', async () => {
    // A port of the loopback interface where nothing listens.
    await start('http://127.0.0.1:1');

    await expect(invoke()).rejects.toMatchObject({ name: 'ServiceUnavailableException' });

    expect(printed).toEqual([
      'Bedrock in us-west-2 cannot be reached. Check the network and the name of the region.',
    ]);
  });

  it('forwards no call without the signature of the embedded cloud', async () => {
    await start();

    await expect(invoke(CORE, { accessKeyId: 'AKIASOMEONE' })).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
    });

    expect(received).toEqual([]);
  });

  it('does not start without credentials, and says how to get them', async () => {
    vi.unstubAllEnvs();
    const names = Object.keys(process.env).filter((name) => name.startsWith('AWS_'));
    for (const name of names) vi.stubEnv(name, undefined);
    vi.stubEnv('HOME', home);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');

    await expect(start()).rejects.toThrow(`MODELS=aws needs AWS credentials. ${SIGN_IN}`);
  });
});
